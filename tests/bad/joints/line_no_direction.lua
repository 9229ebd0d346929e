-- expect: 5: scene:on_line: field 'along': expected a vector of some length, got {0, 0, 0}
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:on_line { point = a.center, along = { 0, 0, 0 } }
