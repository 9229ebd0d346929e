-- one check holds, one does not
local tw = require "tauwerk"
local scene = tw.scene { name = "checks", duration = 0.1, fps = 30, size = {64, 36} }
local ball = scene:sphere { name = "ball", radius = 0.2, velocity = {1, 0, 0} }
scene:expect { "moves", value = function() return ball.position.x end, equals = 0.1, within = 1e-9, at = "end" }
scene:expect { "rests", value = function() return ball.position.x end, equals = 0, within = 1e-9, at = "end" }
return scene
