-- gear: two wheels fly to their axles and mesh. What is left free: to turn together, angle_b = -(teeth_a / teeth_b) angle_a.
-- A torque M on the small wheel turns both evenly faster: alpha = M / (I_a + ratio^2 I_b).
local tw = require "tauwerk"
local stage, solid = require "_stage", require "_solid"

local scene = tw.scene { name = "gear", duration = 5.2, tau = 0.08 }
local M, z, front = 12, tw.vec3(0, 0, 1), tw.vec3(0, -1, 0)
local teeth, radius = { 12, 24 }, { 0.32, 0.64 }
local place = { tw.vec3(-0.68, 0, 0.95), tw.vec3(0.28, 0, 0.95) }
local start = { { -1.0, -0.7, 1.4 }, { 0.9, 0.9, 1.3 } }
local wheel, hinge = {}, {}
for i = 1, 2 do
  local vertices, triangles = solid.prism(solid.teeth(teeth[i], radius[i], 0.13, i == 2), 0.2)
  wheel[i] = scene:mesh { name = i == 1 and "small" or "large", vertices = vertices, triangles = triangles, density = 500,
                          position = start[i], orientation = tw.euler(tw.deg(90), 0.6, i == 1 and 0.7 or -0.8),
                          material = i == 1 and stage.paint "red" or stage.guide }
  hinge[i] = scene:hinge { a = wheel[i], at_a = { 0, 0, 0 }, at_b = place[i], axis_a = z, axis_b = front }
  scene:rod { from = place[i] - front * 0.35, to = place[i] + front * 0.17, radius = 0.05, fixed = true, material = "steel" }
  scene:box { size = { 0.16, 0.12, place[i].z + 0.1 }, position = { place[i].x, 0.32, (place[i].z + 0.1) / 2 }, fixed = true,
              material = stage.frame }
end
scene:box { size = { 1.6, 0.4, 0.08 }, position = { -0.2, 0.32, 0.04 }, fixed = true, material = stage.frame }
-- at angle 0 a tooth of the small wheel stands in a gap of the large one
local ratio = -teeth[1] / teeth[2]
local gear = scene:gear { a = hinge[1], b = hinge[2], ratio = ratio, phase = 0 }
stage.decays(scene, "gear", gear)
stage.decays(scene, "small wheel", hinge[1])
stage.decays(scene, "large wheel", hinge[2])

local air, a0, alpha = scene:drag { rate = 10 }, 0, 0
scene:at(2, function()
  air:disable()
  a0 = hinge[1].angle
  alpha = M / (solid.moment(wheel[1], 3) + ratio ^ 2 * solid.moment(wheel[2], 3))
  scene:torque { on = wheel[1], value = front * M }
end)
for _, t in ipairs { 3, 4, "end" } do
  scene:expect { "turns evenly faster, at " .. t, at = t, equals = 0, within = 1e-6,
                 value = function() return hinge[1].angle - a0 - alpha * (scene.time - 2) ^ 2 / 2 end }
  scene:expect { "teeth mesh, at " .. t, at = t, equals = 0, within = 1e-7,
                 value = function() return hinge[2].angle - ratio * hinge[1].angle end }
end
scene:expect { "the torque between the wheels", at = 4, equals = 0, within = 1e-5, value = function()
  return gear.torque:dot(front) - (solid.moment(wheel[1], 3) * alpha - M)
end }
scene:expect { "more than a turn", value = function() return hinge[1].angle - a0 > 2 * math.pi and 1 or 0 end, equals = 1, at = "end" }
stage.new(scene, { eye = { 0.6, -4.4, 1.9 }, target = { -0.08, 0, 0.96 }, fov = 32 })
return scene
