-- expect: 5: scene:nail: expected three coordinates, as in scene:nail{x, y, z}, got a table whose entry 1 is sphere 'sphere1'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:nail { a, to = { 0, 0, 1 } }
