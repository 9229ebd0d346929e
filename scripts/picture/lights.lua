-- Every kind of light: a low sun that rises, a gradient sky, a point, a disc that swings, a spot that
-- sweeps over the floor; a solid that glows.
local tw = require "tauwerk"
local m = tw.math

local scene = tw.scene { name = "lights", duration = 4, fps = 24, size = { 640, 360 } }
scene:ground { material = { color = { 0.5, 0.5, 0.5 }, roughness = 0.8 } }
scene:light { kind = "sun", to = function(t) return { -2, 0.6, 0.25 + 0.3 * t } end, irradiance = { 0.9, 0.6, 0.35 },
              angular_diameter = tw.deg(1.5) }
scene:light { kind = "sky", top = { 0.01, 0.02, 0.05 }, horizon = { 0.10, 0.06, 0.05 }, bottom = { 0.02, 0.02, 0.02 } }
scene:light { kind = "point", position = { -2.2, -0.8, 0.7 }, power = { 1.6, 0.5, 0.2 } }
local swing = scene:light { kind = "area", position = { 0, 0, 2.4 }, direction = { 0, 0, -1 }, radius = 0.35, radiance = { 6, 6, 5.5 } }
local spot = scene:light { kind = "spot", position = { 3, -2, 3 }, direction = function(t) return { -1 + 0.5 * m.sin(2 * t), 1.2, -2 } end,
                           power = { 4, 9, 14 }, cone = tw.deg(14), radius = 0.03 }
swing.position = function(t) return { 0.8 * m.sin(2 * t), 0, 2.4 } end
scene:ramp { spot, "cone", to = tw.deg(22), t0 = 1, t1 = 3 }

for i = -2, 2 do
    scene:cylinder { height = 0.9, radius = 0.18, position = { i * 1.05, 0.4, 0.45 }, material = { color = { 0.7, 0.68, 0.64 }, roughness = 0.6 } }
    scene:sphere { radius = 0.24, position = { i * 1.05, 0.4, 1.14 }, material = i % 2 == 0 and "ceramic" or "steel" }
end
scene:torus { major_radius = 0.35, minor_radius = 0.04, position = { 1.5, -1, 0.04 },
              material = { color = { 0, 0, 0 }, emission = function(t) return { 0.4, 2 + 1.5 * m.sin(4 * t), 0.8 } end } }
scene.background = function(t) return { 0.02, 0.02, 0.04 + 0.02 * t } end
scene.exposure = function(t) return 0.3 * t end
scene.camera = { eye = { 0, -6.5, 2.2 }, target = { 0, 0, 0.7 }, fov = tw.deg(38) }
return scene
