-- serial: a hip with three hinges in a row, and no bodies between: the leg flies to its socket, then swings on springs in
-- each of them (joint_spring). A coupling keeps a hip and a knee of the other leg at opposite angles, as a crane's parallel arm.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "serial", duration = 6, tau = 0.08, gravity = "earth" }
local x, y, z = tw.vec3(1, 0, 0), tw.vec3(0, 1, 0), tw.vec3(0, 0, 1)
local begin = 2

-- red: turns about x, z, y, each with a spring
local S = tw.vec3(-0.7, 0, 1.7)
local leg = scene:capsule { name = "leg", from = S - z * 0.8, to = S, radius = 0.09, material = stage.paint "red" }
local hip, spring = {}, {}
for i = 1, 3 do
  hip[i] = scene:serial { name = "hip" .. i, a = leg, turn1 = x, turn2 = z, turn3 = y, at1 = S, at2 = S, at3 = S,
                          coordinate = i, rows = i == 1 }
  spring[i] = scene:joint_spring { joint = hip[i], stiffness = 8, damping = i == 2 and 1 or 0.4 }
end
leg:place { point = leg.center, at = { -1.3, -0.7, 1.2 }, orientation = tw.euler(0.9, 0.5, 0) }
stage.decays(scene, "hip", hip[1])

-- blue: thigh and shin; the shin stays upright, because its knee turns back what the hip turns
local T = tw.vec3(0.6, 0, 1.7)
local thigh = scene:box { name = "thigh", size = { 0.14, 0.14, 0.7 }, position = T - z * 0.35, material = stage.paint "blue" }
local shin = scene:box { name = "shin", size = { 0.1, 0.1, 0.6 }, position = T - z * 1.0, material = stage.paint "ochre" }
local swing = scene:hinge { a = thigh, at = T, axis = y }
local knee = scene:hinge { a = shin, b = thigh, at = T - z * 0.7, axis = y }
local upright = scene:coupling { joint = swing, joint2 = knee, value = 0 }
scene:box { size = { 2.2, 0.16, 0.12 }, position = { -0.05, 0.15, 1.84 }, fixed = true, material = "oak" }
scene:box { size = { 0.16, 0.16, 1.9 }, position = { -0.05, 0.4, 0.95 }, fixed = true, material = "oak" }

local air = scene:drag { rate = 10 }
scene:at(begin, function()
  air:disable()
  scene:impulse { on = thigh, value = { 9, 0, 0 } }
  scene:impulse { on = leg, value = { 4, 3, 0 } }
end)
scene:expect { "the shin stays upright", at = 4, equals = 1, within = 1e-9, value = function() return (shin.orientation * z).z end }
scene:expect { "it swings", at = 2.3, value = function() return math.abs(swing.angle) > 0.1 end }
for _, t in ipairs { 3, "end" } do
  scene:expect { "the hip holds, at " .. t, at = t, equals = 0, within = 1e-8,
                 value = function() return (leg:to_world { 0, 0, 0.4 } - S):length() end }
end
-- turned by its three angles, one after the other
scene:expect { "the angles are those of the turns", at = 2.4, equals = 1, within = 1e-9, value = function()
  local q = tw.axis_angle(x, hip[1].angle) * tw.axis_angle(z, hip[2].angle) * tw.axis_angle(y, hip[3].angle)
  local way = leg.orientation * z
  return way:dot(q * z)
end }
stage.new(scene, { eye = { 0.4, -5.4, 1.9 }, target = { -0.05, 0, 1.15 }, fov = 28 })
return scene
