-- expect: 5: scene:orientation: field 'to': expected a function of t that returns a quaternion, got a table
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:orientation { body = a, to = function(t) return { 0, 0, t } end }
