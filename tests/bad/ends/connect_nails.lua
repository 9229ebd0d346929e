-- expect: 4: scene:connect: expected a point of a body, got two points in space
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:connect(scene:nail { 0, 0, 0 }, scene:nail { 1, 0, 0 })
