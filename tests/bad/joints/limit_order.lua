-- expect: 4: scene:limit: field 'upper': expected at least lower = 2, got 1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local b = scene:sphere { radius = 1 } scene:limit { joint = scene:hinge { a = b, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }, lower = 2, upper = 1 }
