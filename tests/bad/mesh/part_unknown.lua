-- expect: 4: body:part: no part is called 'haed'; did you mean 'head'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:compound { parts = { { kind = "sphere", name = "head", radius = 1 } } }:part "haed"
