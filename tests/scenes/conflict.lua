-- two nails want the same point of one ball: it rests in between
local tw = require "tauwerk"
local scene = tw.scene { name = "conflict", duration = 2, fps = 10, tau = 0.05, size = {64, 36} }
local ball = scene:sphere { name = "ball", radius = 0.2, position = {0, 0, 1} }
scene:connect(ball.center, scene:nail { -1, 0, 0 }, { name = "left" })
scene:connect(ball.center, scene:nail { 1, 0, 0 }, { name = "right" })
scene:expect { "in between", value = function() return ball.position.x end, equals = 0, within = 1e-6, at = "end" }
return scene
