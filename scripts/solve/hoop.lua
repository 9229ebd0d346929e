-- A throw through a hoop off two walls, found: where the ball is at the time of the hoop is all that is asked. The ways of the
-- motions that were accepted stay as lines.
local tw = require "tauwerk"

local scene = tw.scene { name = "hoop", duration = 1.6, fps = 50, size = { 1280, 720 }, gravity = "earth" }
local function wall(name, x)
  return scene:box { name = name, position = { x, 0, 2 }, size = { 0.2, 3, 4 }, fixed = true, collide = true, friction = 0,
                     restitution = 0.8, opacity = 0.4 }
end
wall("left", -2)
wall("right", 2)
local ball = scene:sphere { name = "ball", radius = 0.12, position = { 0, -1, 1 }, velocity = { 5.6, 1, 5 }, collide = true,
                            friction = 0, restitution = 1, material = "copper" }
local hoop, at = tw.vec3(0.4, 0.6, 1.5), 1.2
scene:torus { name = "hoop", position = hoop, orientation = tw.rotation({ 0, 0, 1 }, { 1, 0, 0 }), major_radius = 0.3,
               minor_radius = 0.03, fixed = true, material = "steel" }

local bounces = 0
local found = scene:solve {
  vary = { { ball, "velocity", from = { 4, -3, 0 }, to = { 12, 3, 9 } } },
  so_that = { { "through the hoop", at = at, value = function() return ball.position end, equals = hoop, within = 1e-6 } },
  film = "search",
}
scene:on_contact { a = ball, function() bounces = bounces + 1 end }
found.apply()

scene.camera = { eye = { 0.5, -9, 2.6 }, target = { 0, 0, 1.8 }, fov = tw.deg(38) }
scene:expect { "it was found", value = found.ok, equals = true }
scene:expect { "through the hoop", value = function() return ball.position end, equals = hoop, within = 1e-5, at = at }
scene:expect { "off both walls", value = function() return bounces end, equals = 2, at = at }
return scene
