-- expect: 5: scene:arc: field 'from': expected a vector of some length, got {0, 0, 0}
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:arc { at = a, from = { 0, 0, 0 }, to = { 1, 0, 0 } }
