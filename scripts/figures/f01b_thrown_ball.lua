-- Figure 1b: a ball that is thrown moves in an arc.
local tw = require "tauwerk"

local scene = tw.scene { name = "f01b", duration = 1.2, fps = 60, gravity = "earth" }
local ball = scene:sphere { name = "ball", radius = 0.25, position = { -2.4, 0, 0.5 }, velocity = { 4, 0, 6 },
                            angular_velocity = { 0, 5, 0 }, material = { "rubber", texture = "checker" } }
scene:ground { height = 0 }
scene:trail { point = ball.center, seconds = 2, radius = 0.02 }
scene.camera = { eye = { 0.3, -8.5, 1.9 }, target = { 0, 0, 1.35 }, fov = tw.deg(27) }

scene:expect { "range", value = function() return ball.position.x end, equals = -2.4 + 4 * 1.1, within = 1e-9, at = 1.1 }
scene:expect { "height", value = function() return ball.position.z end, equals = 0.5 + 6 * 1.1 - 9.81 / 2 * 1.1 ^ 2, within = 1e-9, at = 1.1 }
return scene
