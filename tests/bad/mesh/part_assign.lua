-- expect: 4: compound 'compound1': part 'head': fields of a part can only be read
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:compound { parts = { { kind = "sphere", name = "head", radius = 1 } } }:part("head").radius = 2
