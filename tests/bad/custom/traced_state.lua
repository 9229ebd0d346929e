-- expect: 5: cannot be traced: a function of t may not read sphere 'sphere1', which changes while the scene runs
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local ball = scene:sphere { radius = 1 }
scene.tau = function(t) return ball.position.x + t end
