-- hinge, both formulations side by side: the same start, once with the angle between the axes as the deviation (align,
-- red), once with the sine of half of it (quaternion, blue). Each decays by its own law; once assembled, both doors turn
-- the same: pushed by a torque M, their angle grows by M t^2 / (2 I).
local tw = require "tauwerk"
local stage, solid = require "_stage", require "_solid"

local scene = tw.scene { name = "hinge_quaternion", duration = 5, tau = 0.08 }
local push, z = 3, tw.vec3(0, 0, 1)
local door, joint, start = {}, {}, {}
for i, f in ipairs { "align", "quaternion" } do
  local x = i == 1 and -1.0 or 0.5
  local at = tw.vec3(x, 0, 1.05)
  door[i] = scene:box { name = "door " .. f, size = { 0.8, 0.07, 1.5 }, position = { x + 0.1, -0.7, 1.5 },
                        orientation = tw.axis_angle(z, -0.5) * tw.euler(0.6, 0.5, 0), density = 400,
                        material = stage.paint(i == 1 and "red" or "blue") }
  joint[i] = scene:hinge { name = f, a = door[i], at_a = { -0.44, 0, 0 }, at_b = at, axis_a = z, axis_b = z, formulation = f }
  stage.decays(scene, f, joint[i])
  scene:rod { from = { x, 0, 0 }, to = { x, 0, 2.0 }, radius = 0.04, fixed = true, material = "steel" }
  scene:cylinder { height = 0.06, radius = 0.25, position = { x, 0, 0.03 }, fixed = true, material = stage.frame }
end
local size = stage.size(joint[2].deviation)
local air = scene:drag { rate = 10 }  -- so that the way to the joint leaves no turning behind
scene:at(2, function()
  air:disable()
  for i = 1, 2 do
    start[i] = joint[i].angle
    scene:torque { on = door[i], value = { 0, 0, push } }
  end
end)
for i, f in ipairs { "align", "quaternion" } do
  for _, t in ipairs { 3, 4, "end" } do
    scene:expect { ("%s: turns evenly faster, at %s"):format(f, t), equals = 0, within = 1e-6, at = t, value = function()
      local I, s = solid.moment(door[i], 3) + door[i].mass * 0.44 ^ 2, scene.time - 2
      return joint[i].angle - start[i] - push / I * s * s / 2
    end }
  end
end
scene:expect { "apart at first", value = function() return size > 0.5 and 1 or 0 end, equals = 1, at = "end" }
stage.new(scene, { eye = { 1.0, -5.6, 2.6 }, target = { -0.1, 0, 1.05 }, fov = 29 })
return scene
