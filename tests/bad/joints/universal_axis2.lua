-- expect: 5: scene:universal: field 'axis2': expected beside 'axis' only
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:universal { a = a, at = { 0, 0, 0 }, axis_a = { 0, 0, 1 }, axis_b = { 1, 0, 0 }, axis2 = { 1, 0, 0 } }
