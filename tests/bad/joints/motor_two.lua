-- expect: 6: scene:motor: expected one of 'speed', 'angle' and 'position', got more
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
local hinge = scene:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
scene:motor { joint = hinge, speed = 1, angle = 2 }
