-- expect: 5: scene:ball: field 'at': expected either 'at' (of the world, now) or 'at_a' and 'at_b' (body coordinates), got both
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:ball { a = a, at = { 0, 0, 0 }, at_a = { 0, 0, 1 } }
