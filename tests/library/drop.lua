-- a ball that falls; one check holds, one does not (tests/library/python.py)
local tw = require "tauwerk"
local drop = tw.param("drop", 2)
local scene = tw.scene { gravity = { 0, 0, -10 }, duration = 0.5, fps = 30 }
local ball = scene:sphere { name = "ball", radius = 0.1, position = { 0, 0, drop } }
scene:expect { "speed", value = function() return ball.velocity.z end, at = 0.25, equals = -2.5, within = 1e-9 }
scene:expect { "place", value = function() return ball.position.z end, at = 0.25, equals = 0, within = 1e-9 }
return scene
