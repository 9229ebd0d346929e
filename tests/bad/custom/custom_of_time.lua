-- expect: 5: field 'deviation': expected a function that depends on x
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:constraint { points = { rod.end1 }, deviation = function(x, t) return t end }
