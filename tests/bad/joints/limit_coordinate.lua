-- expect: 4: scene:limit: field 'coordinate': hinge 'hinge1' has no position
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local b = scene:sphere { radius = 1 } scene:limit { joint = scene:hinge { a = b, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }, lower = 2, coordinate = "position" }
