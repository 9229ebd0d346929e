-- expect: 4: scene:sphere: field 'material': unknown field 'colour' of a material; did you mean 'color'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = 1, material = { "steel", colour = { 1, 0, 0 } } }
