-- expect: 4: tw.spline: knot 2: expected a number, as before
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
tw.spline { { 0, 1 }, { 1, { 1, 2, 3 } } }
