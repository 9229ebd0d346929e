-- expect: 5: scene:torsion_spring: field 'rest': expected a quaternion, because there is no axis
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:torsion_spring { a = a, stiffness = 1, rest = 0.5 }
