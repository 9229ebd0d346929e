-- Motion blur and depth of field: a spinning wheel and a passing ball, sharp in the middle distance; a
-- ball that is put back at the start of its way, which is not smeared across the picture.
local tw = require "tauwerk"
local m = tw.math

local scene = tw.scene { name = "blur", duration = 2, fps = 24, gravity = "earth", size = { 640, 360 } }
scene:ground { material = { color = { 0.5, 0.48, 0.44 }, texture = "checker", texture_scale = 0.5, roughness = 0.8 } }
local wheel = scene:cylinder { name = "wheel", height = 0.12, radius = 0.6, position = { 0, 0, 0.9 }, orientation = tw.euler(tw.deg(90), 0, 0),
                               angular_velocity = { 0, -9, 0 }, material = { "rubber", texture = "stripes", texture_scale = 0.4 } }
scene:connect(wheel:point { 0, 0, 0.06 }, scene:nail(wheel:point_at { 0, -0.06, 0.9 }.position))
scene:connect(wheel:point { 0, 0, -0.06 }, scene:nail(wheel:point_at { 0, 0.06, 0.9 }.position))
for i = 0, 5 do
    scene:box { size = { 0.3, 0.3, 0.3 + 0.1 * i }, position = { -1.9 + 0.7 * i, -2 + 1.4 * i, 0.15 + 0.05 * i }, fixed = true,
                material = i % 2 == 0 and "oak" or "brass" }
end
local ball = scene:sphere { name = "ball", radius = 0.14, position = { -2, 0.3, 1.6 }, velocity = { 6, 0, 2 }, material = "plastic" }
scene:every(0.6, function() ball.position = { -2, 0.3, 1.6 }; ball.velocity = { 6, 0, 2 } end, { from = 0.6 })
scene.camera = { eye = { -1.2, -6, 1.7 }, target = { 0, 0, 0.7 }, fov = tw.deg(32), aperture = 0.06, shutter = 0.9,
                 focus = function(t) return 6.2 + 0.5 * m.sin(t) end }
scene:expect { "the wheel goes on", value = function() return wheel.angular_velocity:length() end, equals = 9, within = 1e-3, at = "end" }
return scene
