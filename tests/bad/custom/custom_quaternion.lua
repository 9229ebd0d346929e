-- expect: 5: expected numbers or vectors as deviations, got a quaternion; return its components
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:constraint { bodies = { rod }, deviation = function(x) return x.body[1].orientation end }
