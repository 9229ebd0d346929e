-- expect: 4: scene:compound: field 'parts': part 2: field 'kind': there is no kind of body 'shere'; did you mean 'sphere'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:compound { parts = { { kind = "sphere", radius = 1 }, { kind = "shere", radius = 1 } } }
