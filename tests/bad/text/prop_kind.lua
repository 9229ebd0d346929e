-- expect: 4: scene:prop: field 'kind': expected a kind of body, got 'bx'; did you mean 'box'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:prop { kind = "bx", size = { 1, 1, 1 } }
