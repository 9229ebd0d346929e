-- expect: 5: scene:at: expected a time that is not past (now t = 1 s), got 0.5
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:advance(1)
scene:at(0.5, print)
