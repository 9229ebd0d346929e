-- expect: 4: scene:log: argument 3, for '%d': expected a whole number, got 1.5
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:log("100%% of %s: %d", "it", 1.5)
