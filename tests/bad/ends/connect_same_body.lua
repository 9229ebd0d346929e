-- expect: 5: scene:connect: expected points of two bodies, got two of the same body
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:connect(rod.end1, rod.end2)
