-- expect: 5: scene:universal: field 'axis2' is missing: expected b's axis, in the world, beside a's, 'axis'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:universal { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
