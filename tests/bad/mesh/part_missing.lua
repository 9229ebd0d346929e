-- expect: 4: scene:compound: field 'parts' is missing: expected a list of parts
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:compound { position = { 0, 0, 1 } }
