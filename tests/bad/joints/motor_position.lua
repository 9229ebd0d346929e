-- expect: 6: scene:motor: field 'position': hinge 'hinge1' has no position
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
local hinge = scene:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
scene:motor { joint = hinge, position = 1 }
