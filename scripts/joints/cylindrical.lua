-- cylindrical: a drum flies onto its sloping rod. What is left free: to slide along it and to turn about it. The two do
-- not meddle with each other: position = v t - g sin(slope) t^2 / 2, angle = w t + (M / I) t^2 / 2.
local tw = require "tauwerk"
local stage, solid = require "_stage", require "_solid"

local scene = tw.scene { name = "cylindrical", duration = 4.1, tau = 0.08 }
local slope, v, w, M, g = tw.deg(12), 2.1, 2, 9, 9.81
local along = tw.vec3(math.cos(slope), 0, math.sin(slope))
local foot, z = tw.vec3(-0.85, 0, 0.75), tw.vec3(0, 0, 1)
local drum = scene:cylinder { name = "drum", height = 0.36, radius = 0.32, position = { -0.9, -0.6, 1.7 },
                              orientation = tw.euler(0.3, 0.5, 0.7), density = 700,
                              material = { "plastic", color = stage.colors.green, texture = "checker", texture_scale = 0.36,
                                           texture_color = stage.colors.ivory } }
local joint = scene:cylindrical { a = drum, at_a = { 0, 0, 0 }, at_b = foot, axis_a = z, axis_b = along }
stage.decays(scene, "joint", joint)
scene:rod { from = foot - along * 0.5, to = foot + along * 2.3, radius = 0.06, fixed = true, material = "steel" }
for _, at in ipairs { foot - along * 0.45, foot + along * 2.25 } do
  scene:box { size = { 0.12, 0.2, at.z + 0.1 }, position = { at.x, 0, (at.z + 0.1) / 2 }, fixed = true, material = stage.frame }
end

local air, fall = scene:drag { rate = 10 }, g * math.sin(slope)
local p0, a0 = 0, 0
scene:at(2, function()
  air:disable()
  p0, a0 = joint.position, joint.angle
  scene.gravity = "earth"
  drum.velocity, drum.angular_velocity = along * v, along * w
  scene:torque { on = drum, value = { 0, 0, M }, frame = "body" }
end)
for _, t in ipairs { 2.5, 3, 3.5, "end" } do
  scene:expect { "slides, at " .. t, at = t, equals = 0, within = 1e-6, value = function()
    local s = scene.time - 2
    return joint.position - p0 - v * s + fall * s * s / 2
  end }
  scene:expect { "turns, at " .. t, at = t, equals = 0, within = 1e-6, value = function()
    local s = scene.time - 2
    return joint.angle - a0 - w * s - M / solid.moment(drum, 3) * s * s / 2
  end }
end
scene:expect { "more than a turn", value = function() return joint.angle - a0 > 2 * math.pi and 1 or 0 end, equals = 1, at = "end" }
stage.new(scene, { eye = { 0.9, -4.8, 2.3 }, target = { 0.1, 0, 0.9 }, fov = 29 })
return scene
