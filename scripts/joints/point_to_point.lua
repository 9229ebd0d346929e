-- point_to_point: five links find each other and the beam above: a chain. What is left free: every link turns about
-- the point that it shares.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "point_to_point", duration = 6, tau = 0.1, seed = 5 }
local beam = scene:box { name = "beam", size = { 0.9, 0.22, 0.16 }, position = { -0.3, 0, 2.7 }, fixed = true, material = "oak" }
scene:box { size = { 0.16, 0.16, 2.8 }, position = { -0.3, 0.8, 1.4 }, fixed = true, material = "oak" }
scene:box { size = { 0.12, 0.8, 0.12 }, position = { -0.3, 0.4, 2.7 }, fixed = true, material = "oak" }
local upper = beam:point { 0.3, 0, -0.13 }
local colors = { "red", "ochre", "green", "blue", "plum" }
local down = tw.vec3(0.8, 0, -0.6)
local part, joint, mass = {}, {}, 0
for i, color in ipairs(colors) do
  local r = scene.random
  part[i] = scene:capsule { name = color, length = 0.38, radius = 0.07, density = 900, material = stage.paint(color),
                            position = upper.position + tw.vec3(0.1, -0.15, -0.06) + down * 0.28 + r:direction() * 0.2,
                            orientation = tw.axis_angle(r:direction(), r:uniform(0.4, 0.9)) * tw.rotation(tw.vec3(0, 0, 1), down) }
  joint[i] = scene:point_to_point { a = part[i].end1, b = upper }
  stage.decays(scene, color, joint[i])
  upper, mass = part[i].end2, mass + part[i].mass
end

scene:at(2, function() scene.gravity = "earth" end)
stage.air(scene, 2, 15)
stage.conserves(scene, 2, 1e-3)
-- forces between links cancel: the beam alone gives what the chain's centre of mass needs
local function off()
  local sum = tw.vec3(0, 0, 0)
  for _, p in ipairs(part) do sum = sum + p.mass * (p.acceleration + tw.vec3(0, 0, 9.81)) end
  return (joint[1].force - sum):length() / (mass * 9.81)
end
for _, t in ipairs { 2.5, 3.5, 5.5 } do
  scene:expect { "Newton at " .. t, value = off, equals = 0, within = 1e-7, at = t }
end
stage.new(scene, { title = "point_to_point", eye = { 1.6, -6.6, 2.3 }, target = { 0.25, 0, 1.6 }, fov = 25 })
return scene
