-- expect: 5: rod 'rod1': field 'radius': expected a positive number, got -0.1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
rod.radius = -0.1
