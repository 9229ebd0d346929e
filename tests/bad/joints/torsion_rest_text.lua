-- expect: 5: scene:torsion_spring: field 'rest': expected a number, a quaternion or "posed", got 'pose'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:torsion_spring { a = a, stiffness = 1, rest = "pose" }
