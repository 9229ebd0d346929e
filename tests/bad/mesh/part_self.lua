-- expect: 6: scene:compound: field 'parts': part 1: field 'parts': part 1: this part contains itself
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local part = { kind = "compound" }
part.parts = { part }
scene:compound { parts = { part } }
