-- expect: 5: scene:touch: expected one of 'b' and 'normal', got both
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a, b = scene:sphere { radius = 1 }, scene:sphere { radius = 1, position = { 3, 0, 0 } }
scene:touch { a = a, b = b, normal = { 0, 0, 1 } }
