-- expect: 4: scene:sphere: field 'color': expected a vector {x, y, z}, a spline or a function of t, got a table whose entry 2 is 'red'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = 1, color = { 1, "red", 2 } }
