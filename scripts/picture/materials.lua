-- Every material by its name, on balls and rings, two models of reflection beside them, and fields that
-- change while the film runs: colour, roughness and opacity as functions of t, a colour set by an event.
local tw = require "tauwerk"
local m = tw.math

local scene = tw.scene { name = "materials", duration = 4, fps = 24, size = { 640, 360 } }
scene:ground { material = { "stone", color = { 0.30, 0.27, 0.235 } } }
local names = { "steel", "brass", "copper", "gold", "aluminium", "oak", "pine", "paper",
                "rubber", "chalk", "plastic", "ceramic", "glass", "stone", "flame" }
for i, name in ipairs(names) do
    local x, y = 0.98 * ((i - 1) % 5 - 2), 1.25 * ((i - 1) // 5)
    scene:sphere { name = name, radius = 0.3, position = { x, y, 0.3 }, material = name }
    scene:torus { name = name .. " ring", major_radius = 0.37, minor_radius = 0.045, position = { x, y, 0.045 }, material = name }
    scene:text { name, at = { x, y - 0.5, 0.02 }, size = 0.032 }
end
local ggx = scene:sphere { name = "ggx", radius = 0.3, position = { -2.75, 0.45, 0.3 },
                           material = { model = "ggx", color = { 0.9, 0.6, 0.3 }, roughness = 0.3 } }
scene:sphere { name = "lambert", radius = 0.3, position = { -2.75, 1.7, 0.3 }, material = { model = "lambert", color = { 0.2, 0.5, 0.3 } } }
local changing = scene:sphere { name = "changing", radius = 0.3, position = { 2.75, 0.45, 0.3 }, material = {
    color = function(t) return { 0.5 + 0.4 * m.sin(3 * t), 0.3, 0.5 - 0.4 * m.sin(3 * t) } end,
    roughness = function(t) return 0.05 + 0.2 * t end } }
local fading = scene:sphere { name = "fading", radius = 0.3, position = { 2.75, 1.7, 0.3 }, material = "plastic" }
scene:ramp { fading, "opacity", to = 0.15, t0 = 0.5, t1 = 3 }
scene:at(2, function() ggx.material.color = { 0.3, 0.5, 0.9 } end)
scene:ramp { ggx.material, "roughness", to = 0.05, t0 = 2, t1 = 3.5 }
scene.camera = { eye = { 0, -6.4, 4.2 }, target = { 0, 0.8, 0.35 }, fov = tw.deg(26) }
scene:expect { "the event has come", value = function() return ggx.material.color.z end, equals = 0.9, within = 0, at = "end" }
scene:expect { "the ramp has come", value = function() return fading.opacity end, equals = 0.15, within = 1e-12, at = "end" }
return scene
