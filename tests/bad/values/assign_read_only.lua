-- expect: 5: rod 'rod1': field 'energy' can only be read
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
rod.energy = 1
