-- expect: 5: x[2]: expected a number from 1 to 1 or one of the points in the field 'points'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:constraint { points = { rod.end1 }, deviation = function(x) return x[1] - x[2] end }
