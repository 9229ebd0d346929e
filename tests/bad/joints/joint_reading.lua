-- expect: 6: slider 'rail' has no field 'angle'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
local rail = scene:slider { name = "rail", a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
print(rail.angle)
