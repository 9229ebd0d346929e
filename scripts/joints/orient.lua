-- orient: cones turn their tips to where they shall point: up, at each other, after a direction that goes round. What
-- is left free: to turn about the axis, and to move.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "orient", duration = 6, tau = 0.12 }
local function cone(name, color, x, a, b, c)
  return scene:cone { name = name, radius = 0.32, height = 0.9, density = 500, position = { x, 0, 1.1 },
                      orientation = tw.euler(a, b, c), material = { "plastic", color = stage.colors[color], roughness = 0.35,
                      texture = "stripes", texture_scale = 0.2, texture_color = { 0.6, 0.55, 0.45 } } }
end
local up = cone("up", "red", -1.65, 1.9, 0.4, 0)
local left, right = cone("left", "ochre", -0.5, 0.5, -0.9, 0), cone("right", "green", 0.75, 2.4, 0.3, 1)
local hand = cone("hand", "blue", 1.9, -1.0, 0.8, 0)
local function round(t) return { tw.math.sin(1.5 * t), -0.4, tw.math.cos(1.5 * t) } end

local rise = scene:orient { body = up, axis = { 0, 0, 1 }, to = { 0, 0, 1 } }
local same = scene:orient { body = right, axis = { 0, 0, 1 }, to = { left, { 0, 0, -1 } } }
stage.decays(scene, "up", rise)
stage.decays(scene, "right", same)
local follow = scene:orient { body = hand, axis = { 0, 0, 1 }, to = round }
local function out_of_hand()
  return (hand.orientation * tw.vec3(0, 0, 1) - tw.vec3(round(scene.time)):normalized()):length()
end
for _, t in ipairs { 3, 4.5, "end" } do
  scene:expect { "hand at " .. t, value = out_of_hand, equals = 0, within = 1e-6, at = t }
end

-- from 2.5 s on: a torque about its axis spins the first one, w = T t / I, I = 3/10 m r^2; a push moves the second one's
-- partner along, the pair turns with it
scene:at(2.5, function()
  scene:torque { on = up, value = { 0, 0, 0.8 }, frame = "body" }
  scene:torque { on = left, value = { 0, 1.2, 0 } }
end)
for _, t in ipairs { 3.5, "end" } do
  scene:expect { "spin at " .. t, value = function()
    return up.angular_velocity.z - 0.8 * (scene.time - 2.5) / (0.3 * up.mass * 0.32 ^ 2)
  end, equals = 0, within = 1e-6, at = t }
  scene:expect { "opposite at " .. t, value = function()
    return (left.orientation * tw.vec3(0, 0, 1) + right.orientation * tw.vec3(0, 0, 1)):length()
  end, equals = 0, within = 1e-6, at = t }
end
-- the torque on the pair is not lost in the constraint between the two
scene:expect { "angular momentum of the pair", value = function()
  return (left.angular_momentum + right.angular_momentum - tw.vec3(0, 1.2, 0) * (scene.time - 2.5)):length()
end, equals = 0, within = 1e-6, at = "end" }
stage.new(scene, { title = "orient", eye = { 0.6, -6.4, 2.5 }, target = { 0.22, 0, 1.0 }, fov = 25 })
return scene
