-- expect: 4: unexpected symbol near '='
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local x = = 1
