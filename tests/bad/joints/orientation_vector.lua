-- expect: 5: scene:orientation: field 'to': expected a quaternion, a body or a function of t, got a table
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:orientation { body = a, to = { 0, 0, 1 } }
