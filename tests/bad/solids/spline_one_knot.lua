-- expect: 4: tw.spline: expected 2 knots or more, got 1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
tw.spline { { 0, 1 } }
