-- expect: 3: tw.math.smooth: expected 1 argument, got 3
local tw = require "tauwerk"
local scene = tw.scene { name = "bad", duration = tw.math.smooth(0, 1, 5) }
return scene
