-- hinge: a beam flies to its axle. What is left free: one turn. It swings as a compound pendulum, with the period of a
-- wide swing, 2 pi sqrt(I / (m g l)) / agm(1, cos(amplitude / 2)).
local tw = require "tauwerk"
local stage, solid = require "_stage", require "_solid"

local scene = tw.scene { name = "hinge", duration = 7, tau = 0.08 }
local g, l, at, y = 9.81, 0.6, tw.vec3(0, 0, 1.85), tw.vec3(0, 1, 0)
local beam = scene:box { name = "beam", size = { 0.18, 0.34, 1.6 }, position = { -0.9, -0.5, 1.1 },
                         orientation = tw.axis_angle(y, 1.3) * tw.euler(0.7, 0, 0.8), density = 600, material = "oak" }
local joint = scene:hinge { a = beam, at_a = { 0, 0, l }, at_b = at, axis_a = y, axis_b = y }
stage.decays(scene, "joint", joint)

-- the axle and what holds it
scene:rod { from = at - y * 0.45, to = at + y * 0.45, radius = 0.05, fixed = true, material = "steel" }
for _, side in ipairs { -0.36, 0.36 } do
  scene:box { size = { 0.13, 0.1, 1.97 }, position = { 0, side, 0.985 }, fixed = true, material = stage.paint "blue" }
end
scene:box { size = { 1.1, 1.1, 0.08 }, position = { 0, 0, 0.04 }, fixed = true, material = stage.frame }

local function agm(a, b)
  for _ = 1, 8 do a, b = (a + b) / 2, math.sqrt(a * b) end
  return a
end
local amplitude, period, crossings = 0, 0, {}
local air = scene:drag { rate = 10 }  -- so that the way to the joint leaves no turning behind
scene:at(2, function()
  air:disable()
  amplitude = math.abs(joint.angle)  -- zero where it hangs: both axes are y, so that is where it stands as the world does
  period = 2 * math.pi * math.sqrt((solid.moment(beam, 2) / beam.mass + l * l) / (g * l)) / agm(1, math.cos(amplitude / 2))
  scene.gravity = "earth"
  scene:when(function() return joint.angle end, function(_, t) crossings[#crossings + 1] = t end, { direction = "up" })
end)
scene:expect { "a wide swing", value = function() return amplitude > 1 and 1 or 0 end, equals = 1, at = 2.1 }
scene:expect { "period", value = function() return crossings[2] - crossings[1] - period end, equals = 0, within = 1e-6, at = "end" }
scene:expect { "at the bottom", equals = 0, within = 1e-6, at = "end",  -- (I + m l^2) speed^2 / 2 = m g l (cos - cos amplitude)
               value = function()
  local fall = math.cos(joint.angle) - math.cos(amplitude)
  return joint.speed ^ 2 - 2 * g * l * fall / (solid.moment(beam, 2) / beam.mass + l * l)
end }
stage.conserves(scene, 2, 1e-5)
stage.new(scene, { eye = { 2.4, -5.0, 2.3 }, target = { 0, 0, 1.15 } })
return scene
