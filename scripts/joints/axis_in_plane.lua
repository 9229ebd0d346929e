-- axis_in_plane: a pendulum whose long axis stays in the plane of the rail behind it, pushed sideways or not. Together
-- with its nail, what is left free: to swing in the plane, and to turn about its own axis.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "axis_in_plane", duration = 6, tau = 0.1 }
local g, at = 9.81, tw.vec3(0, 0, 2.1)
stage.post(scene, at, 0.8)
local L, r = 1.3, 0.16
local bob = scene:cylinder { name = "bob", height = L, radius = r, density = 700, position = { 0.75, -0.5, 1.7 },
                             orientation = tw.euler(0.9, -0.9, 0), material = { "plastic", color = stage.colors.green,
                             roughness = 0.35, texture = "stripes", texture_scale = 0.25, texture_color = stage.colors.ivory } }
local hang = scene:point_to_nail { point = bob:point { 0, 0, L / 2 }, nail = stage.nail(scene, at) }
local guide = scene:axis_in_plane { body = bob, axis = { 0, 0, 1 }, normal = { 0, 1, 0 } }
stage.decays(scene, "plane", guide)
stage.decays(scene, "nail", hang)
-- a hoop shows the plane
stage.curve(scene, function(a) return at + tw.vec3(1.62 * math.sin(a), 0, -1.62 * math.cos(a)) end, -1.75, 1.75, 40, 0.02)

-- Let go at rest at 2.4 s. The push across the plane changes nothing in it: the period is that of a plane pendulum,
-- T = 2 pi sqrt(I / (m g l)) / agm(1, cos(amplitude / 2)).
local inertia = bob.mass * (r * r / 4 + L * L / 12 + L * L / 4)
local small = 2 * math.pi * math.sqrt(inertia / (bob.mass * g * L / 2))
local function angle()
  local d = bob.position - at
  return math.atan(d.x, -d.z)
end
local start, T, half, whole
scene:at(2.4, function()
  bob.velocity, bob.angular_velocity = { 0, 0, 0 }, { 0, 0, 0 }
  scene.gravity, start = "earth", angle()
  T = stage.period(small, start)
  scene:force { at = bob:point { 0, 0, -L / 2 }, value = function(t) return { 0, 250 * tw.math.sin(5 * t), 0 } end }
  scene:at(2.4 + T / 2, function() half = angle() end)
  scene:at(2.4 + T, function() whole = angle() end)
end)
scene:expect { "half a period", value = function() return half + start end, equals = 0, within = 1e-5, at = "end" }
scene:expect { "a period", value = function() return whole - start end, equals = 0, within = 1e-5, at = "end" }
scene:expect { "in the plane", value = function() return bob.position.y end, equals = 0, within = 1e-6, at = "end" }
scene:expect { "the pendulum's energy", value = function()
  return scene:energy().kinetic / (bob.mass * g) + bob.position.z - at.z + L / 2 * math.cos(start)
end, equals = 0, within = 1e-5, at = "end" }
stage.new(scene, { title = "axis_in_plane", eye = { 2.4, -5.6, 2.6 }, target = { 0, 0, 1.25 }, fov = 29 })
return scene
