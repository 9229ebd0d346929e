-- expect: 4: scene:compound: field 'parts': part 1: unknown field 'raduis'; did you mean 'radius'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:compound { parts = { { kind = "sphere", raduis = 1 } } }
