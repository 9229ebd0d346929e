-- expect: 4: scene:nail: expected three coordinates, got 2
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:nail { 1, 2 }
