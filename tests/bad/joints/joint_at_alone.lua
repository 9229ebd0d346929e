-- expect: 5: scene:ball: field 'at_b' is missing: expected it beside 'at_a'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:ball { a = a, at_a = { 0, 0, 1 } }
