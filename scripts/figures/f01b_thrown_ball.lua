-- Figure 1b: a ball that is thrown moves in an arc.
local tw = require "tauwerk"

local scene = tw.scene { name = "f01b", duration = 1.6, gravity = "earth" }
local ball = scene:sphere { name = "ball", radius = 0.25, position = { -3, 0, 0.5 }, velocity = { 4, 0, 7.5 },
                            angular_velocity = { 0, 5, 0 }, material = { "rubber", texture = "checker" } }
scene:ground { height = 0 }

scene:expect { "range", value = function() return ball.position.x end, equals = -3 + 4 * 1.5, within = 1e-9, at = 1.5 }
scene:expect { "height", value = function() return ball.position.z end, equals = 0.5 + 7.5 * 1.5 - 9.81 / 2 * 1.5 ^ 2, within = 1e-9, at = 1.5 }
return scene
