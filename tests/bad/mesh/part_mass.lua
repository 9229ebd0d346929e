-- expect: 4: scene:compound: field 'parts': part 1: field 'mass': expected a positive number, got 0
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:compound { parts = { { kind = "sphere", radius = 1, mass = 0 } } }
