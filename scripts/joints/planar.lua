-- planar: a puck flies to its table, which leans. What is left free: to glide over it and to turn about its normal.
-- Thrown across the slope it goes on a parabola, r0 + v t + a t^2 / 2 with a = g - (g . n) n, and turns evenly.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "planar", duration = 4, tau = 0.08 }
local lean = tw.euler(tw.deg(18), 0, 0)
local n, z = lean * tw.vec3(0, 0, 1), tw.vec3(0, 0, 1)
local board = scene:box { name = "table", size = { 2.6, 1.9, 0.1 }, position = { 0, 0, 0.75 }, orientation = lean, fixed = true,
                          material = "oak" }
local puck = scene:disk { name = "puck", height = 0.09, radius = 0.26, position = { -0.75, -0.65, 1.4 },
                          orientation = tw.euler(-0.7, 0.8, 0),
                          material = { "plastic", color = stage.colors.blue, texture = "checker", texture_scale = 0.3,
                                       texture_color = stage.colors.ivory } }
local joint = scene:planar { a = puck, b = board, at_a = { 0, 0, -0.045 }, at_b = { 0, 0, 0.05 }, axis_a = z, axis_b = z }
stage.decays(scene, "joint", joint)
for _, x in ipairs { -1.1, 1.1 } do
  scene:box { size = { 0.12, 0.12, 1.0 }, position = { x, 0.7, 0.5 }, fixed = true, material = stage.frame }
  scene:box { size = { 0.12, 0.12, 0.44 }, position = { x, -0.7, 0.22 }, fixed = true, material = stage.frame }
end

local air, g = scene:drag { rate = 10 }, tw.vec3(0, 0, -9.81)
local a, w = g - n * g:dot(n), 5
local r0, v, a0
scene:at(2, function()
  air:disable()
  r0, a0 = puck.position, joint.angle
  v = lean * tw.vec3(0.8, 2.5, 0)
  puck.velocity, puck.angular_velocity = v, n * w
  scene.gravity = g
end)
for _, t in ipairs { 2.5, 3, 3.4, "end" } do
  scene:expect { "on a parabola, at " .. t, at = t, equals = 0, within = 1e-6, value = function()
    local s = scene.time - 2
    return (puck.position - r0 - v * s - a * (s * s / 2)):length()
  end }
  scene:expect { "turns evenly, at " .. t, at = t, equals = 0, within = 1e-6,
                 value = function() return joint.angle - a0 - w * (scene.time - 2) end }
end
stage.conserves(scene, 2.01, 1e-5)
stage.new(scene, { eye = { 1.6, -4.6, 3.0 }, target = { 0, 0, 0.72 }, fov = 33 })
return scene
