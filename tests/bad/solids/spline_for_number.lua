-- expect: 4: scene: field 'tau': expected a spline of numbers, got one of vectors
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.tau = tw.spline { { 0, { 1, 1, 1 } }, { 1, { 2, 2, 2 } } }
