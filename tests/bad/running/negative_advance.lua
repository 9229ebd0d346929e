-- expect: 4: scene:advance: expected a duration of 0 or more, got -1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:advance(-1)
