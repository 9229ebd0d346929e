-- expect: 4: scene:compound: field 'parts': part 2: field 'name': 'a' is used by part 1 already
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:compound { parts = { { kind = "sphere", name = "a", radius = 1 }, { kind = "sphere", name = "a", radius = 1 } } }
