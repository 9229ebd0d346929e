-- expect: 5: scene:force: field 'value': the function of t cannot be traced: 
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local ball = scene:sphere { radius = 1 }
scene:force { at = ball.center, value = function(t) return { math.sin(t), 0, 0 } end }
