-- expect: 4: scene:hold: expected a positive number of seconds second, got -1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:hold(1, -1)
return scene
