-- expect: 5: field 'deviation': the function cannot be traced: tests/bad/custom/custom_math.lua:5: bad argument #1 to 'sin' (number expected, got value that depends on x); use tw.math.sin
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:constraint { points = { rod.end1 }, deviation = function(x) return math.sin(x[1].x) end }
