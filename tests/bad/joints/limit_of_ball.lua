-- expect: 4: scene:limit: field 'joint': expected a joint with an angle or a position, got ball 'ball1'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local b = scene:sphere { radius = 1 } scene:limit { joint = scene:ball { a = b, at = { 0, 0, 0 } }, lower = 2 }
