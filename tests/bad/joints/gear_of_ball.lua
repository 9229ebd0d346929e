-- expect: 7: scene:gear: field 'a': expected a joint with an angle or a position, got ball 'ball1'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a, b = scene:sphere { radius = 1 }, scene:sphere { radius = 1, position = { 2, 0, 0 } }
local ball = scene:ball { a = a, at = { 0, 0, 0 } }
local hinge = scene:hinge { a = b, at = { 2, 0, 0 }, axis = { 0, 0, 1 } }
scene:gear { a = ball, b = hinge, ratio = 2 }
