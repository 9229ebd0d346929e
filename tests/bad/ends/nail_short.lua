-- expect: 4: scene:nail: expected three coordinates, as in scene:nail{x, y, z}, got a table of 2 numbers
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:nail { 1, 2 }
