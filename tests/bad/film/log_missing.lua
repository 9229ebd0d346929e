-- expect: 4: scene:log: expected 2 values for '%d of %5.2f', got 1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:log("%d of %5.2f", 1)
