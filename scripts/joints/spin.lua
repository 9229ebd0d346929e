-- spin: a propeller on its nail gets a spin that grows, a brick is thrown while it keeps its own. What is left free: to
-- move; nothing holds an angle.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "spin", duration = 5, tau = 0.1 }
local hub = tw.vec3(-0.9, 0, 1.3)
local blade = scene:box { name = "blade", size = { 1.7, 0.06, 0.24 }, density = 700, position = hub + tw.vec3(0, -0.05, 0),
                          orientation = tw.euler(0, 0.3, 0), material = { "plastic", color = stage.colors.red, roughness = 0.35,
                          texture = "stripes", texture_scale = 0.4, texture_color = stage.colors.ivory } }
scene:point_to_nail { point = blade.center, nail = scene:nail(hub + tw.vec3(0, -0.05, 0)) }
stage.bar(scene, hub, hub + tw.vec3(0, 0.5, 0), 0.05, "steel")
scene:box { size = { 0.2, 0.2, hub.z + 0.2 }, position = { hub.x, 0.5, (hub.z + 0.2) / 2 }, fixed = true, material = "oak" }
local function faster(t) return { 0, -2 * t, 0 } end
local drive = scene:spin { body = blade, value = faster }
-- V(0) = 0: it is met from the beginning, and the angle is t^2
scene:expect { "spin of the blade", value = function() return (blade.angular_velocity - tw.vec3(faster(scene.time))):length() end,
               equals = 0, within = 1e-6, at = "end" }
for _, t in ipairs { 1, 3, 5 } do
  scene:expect { "angle of the blade at " .. t, value = function()
    local x = tw.axis_angle({ 0, -1, 0 }, t * t) * (tw.euler(0, 0.3, 0) * tw.vec3(1, 0, 0))
    return (blade.orientation * tw.vec3(1, 0, 0) - x):length()
  end, equals = 0, within = 1e-6, at = t }
end
scene:expect { "met", value = function() return drive.deviation:length() end, equals = 0, within = 1e-6, at = 1 }

local brick = scene:box { name = "brick", size = { 0.65, 0.4, 0.22 }, density = 900, position = { 1.0, 0, 0.7 },
                          orientation = tw.euler(0.6, -0.4, 0), material = { "plastic", color = stage.colors.blue, roughness = 0.35,
                          texture = "checker", texture_scale = 0.2, texture_color = stage.colors.ivory } }
-- not about a main axis of inertia: free, it would tumble
local about = tw.vec3(1.5, 1, 3)
local keep = scene:spin { body = brick, value = { about.x, about.y, about.z } }
stage.decays(scene, "brick", keep, { velocity = true })
local x0
local v = tw.vec3(0, 0, 5.4)
for _, t in ipairs { 2, 3.4 } do
  scene:at(t, function() scene.gravity, brick.velocity, x0 = "earth", v, brick.position end)
  scene:expect { "parabola at " .. t + 0.8, value = function()
    return (brick.position - x0 - v * 0.8 + tw.vec3(0, 0, 9.81 * 0.8 * 0.8 / 2)):length()
  end, equals = 0, within = 1e-7, at = t + 0.8 }
  scene:at(t + 2 * 5.4 / 9.81, function() scene.gravity, brick.velocity = { 0, 0, 0 }, { 0, 0, 0 } end)
end
-- the torque that keeps it: w x I w
scene:expect { "torque", value = function() return (keep.torque - about:cross(brick.angular_momentum)):length() end,
               equals = 0, within = 1e-6, at = "end" }
stage.new(scene, { title = "spin", eye = { 0.9, -6.2, 2.4 }, target = { 0.1, 0, 1.25 }, fov = 27 })
return scene
