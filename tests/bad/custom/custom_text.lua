-- expect: 5: expected numbers or vectors as deviations, got 'near'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:constraint { points = { rod.end1 }, deviation = function(x) return "near" end }
