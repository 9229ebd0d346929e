-- expect: 7: constraint 'same' (tests/bad/custom/custom_singular.lua:6): its deviation or a derivative of it is not finite
-- status: 3
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:constraint { name = "same", points = { rod.end1, scene:nail { 0, 0, -0.5 } }, deviation = function(x) return (x[1] - x[2]):length() end }
scene:advance(1)
