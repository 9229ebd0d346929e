-- expect: 6: scene:touch: field 'b': expected a sphere, got box 'box1'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
local b = scene:box { size = { 1, 1, 1 }, position = { 3, 0, 0 } }
scene:touch { a = a, b = b }
