-- expect: 4: scene:box: unknown field 'extent'; did you mean 'size'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:box { extent = { 1, 1, 1 } }
