-- expect: 5: scene:hinge: field 'axis' is missing: expected it, or 'axis_a' and 'axis_b'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:hinge { a = a, at = { 0, 0, 0 } }
