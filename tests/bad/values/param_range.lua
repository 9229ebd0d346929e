-- expect: 4: tw.param: 'n': expected a number from -inf to 4, got 8
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
tw.param("n", 8, { max = 4 })
