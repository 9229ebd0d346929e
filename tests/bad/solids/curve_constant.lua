-- expect: 5: scene:on_curve: field 'curve': expected a spline or a function of s
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:on_curve { point = a.center, curve = { 1, 2, 3 } }
