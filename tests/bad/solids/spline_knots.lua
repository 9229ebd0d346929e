-- expect: 4: tw.spline: knot 3: expected a time after 2, got 1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
tw.spline { { 0, 1 }, { 2, 3 }, { 1, 2 } }
