-- a velocity is sought, which brings a ball through a hoop
local tw = require "tauwerk"
local scene = tw.scene { name = "goal", duration = 0.1, fps = 20, gravity = "earth", size = { 32, 18 } }
local ball = scene:sphere { name = "ball", radius = 0.1, velocity = { 1, 0, 1 } }
local found = scene:solve {
  vary = { { ball, "velocity", from = -9, to = 9 } },
  so_that = { { "through the hoop", at = 0.1, value = function() return ball.position end, equals = { 0.3, 0.1, 0.1 } } },
}
found.apply()
return scene
