-- expect: 4: scene:box: field 'size': expected a vector {x, y, z}, got an empty table
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:box { size = {} }
