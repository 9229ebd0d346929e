-- expect: 4: scene:sphere: field 'position': expected a vector {x, y, z}, got a table of 2 numbers, {1, 2}
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = 1, position = { 1, 2 } }
