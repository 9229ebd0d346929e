-- expect: 4: scene:sphere: field 'radius' is missing: expected a positive number
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { position = { 0, 0, 1 } }
