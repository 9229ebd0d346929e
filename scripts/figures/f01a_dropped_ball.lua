-- Figure 1a: a ball that is released falls.
local tw = require "tauwerk"

local scene = tw.scene { name = "f01a", duration = 1.2, gravity = "earth" }
local ball = scene:sphere { name = "ball", radius = 0.25, position = { 0, 0, 6 },
                            material = { "rubber", texture = "stripes" }, angular_velocity = { 0, 1, 0 } }
scene:ground { height = -1.4 }

-- z = 6 - g t^2 / 2
scene:expect { "height after 1 s", value = function() return ball.position.z end, equals = 6 - 9.81 / 2, within = 1e-9, at = 1 }
return scene
