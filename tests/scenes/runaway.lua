-- a force that grows without bound: the simulation ends before the film does
local tw = require "tauwerk"
local scene = tw.scene { name = "runaway", duration = 2, fps = 10, size = {64, 36} }
local ball = scene:sphere { name = "ball", radius = 0.2 }
scene:force { name = "push", at = ball.center, value = function(t) return { 1 / (0.55 - t) ^ 3, 0, 0 } end }
return scene
