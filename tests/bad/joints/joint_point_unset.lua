-- expect: 6: ball 'b': field 'at_b': is missing: expected it beside 'at_a'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
local b = scene:ball { name = "b", a = a, at_a = { 0, 0, 0 }, at_b = { 0, 0, 1 } }
b.at_b = nil
