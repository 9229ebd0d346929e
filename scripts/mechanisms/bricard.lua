-- Bricard's mechanism: five rods, six hinges, each at right angles to the next. Counted, nothing could move, 30 rows
-- for 30 coordinates; yet it folds and unfolds. It flies together; then gravity swings it.
local tw = require "tauwerk"

local scene = tw.scene { name = "bricard", duration = 8, tau = 0.3, seed = 6 }
local lift = tw.vec3(-0.5, -0.5, 2.3)
local P = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 0, -1 }, { 1, -1, -1 }, { 0, -1, -1 }, { 0, -1, 0 } }
local axes = { { 0, 0, 1 }, { 0, 1, 0 }, { 1, 0, 0 }, { 0, 0, 1 }, { 0, 1, 0 }, { 1, 0, 0 } }
local colors = { { 0.62, 0.13, 0.08 }, { 0.7, 0.42, 0.08 }, { 0.25, 0.4, 0.12 }, { 0.08, 0.3, 0.5 }, { 0.3, 0.14, 0.42 } }
for i = 1, 6 do P[i] = lift + P[i] end

local rod = {}
for i = 1, 5 do
  rod[i] = scene:capsule { name = "rod" .. i, from = P[i], to = P[i + 1], radius = 0.06, mass = 1,
                           material = { "plastic", color = colors[i] } }
end
local hinge = {}
for i = 1, 6 do
  local a, b = rod[i], rod[i - 1]
  if not a then a, b = rod[5], nil end
  hinge[i] = scene:hinge { a = a, b = b, at = P[i], axis = axes[i] }
end
local P3 = rod[2]:point_at(P[3])
for i = 1, 5 do
  local r = scene.random
  rod[i].position = rod[i].position + r:direction() * r:uniform(0.4, 0.8)
  rod[i].orientation = tw.axis_angle(r:direction(), r:uniform(0.3, 0.9)) * rod[i].orientation
  rod[i].angular_velocity = r:direction()
end

-- what holds the two hinges of the world
for _, i in ipairs { 1, 6 } do
  local side = tw.vec3(-0.3, 0, 0)
  scene:box { size = { 0.36, 0.12, 0.2 }, position = P[i] + side, fixed = true, material = "oak" }
end
scene:box { size = { 0.16, 1.5, 0.26 }, position = lift + tw.vec3(-0.5, -0.5, 0), fixed = true, material = "oak" }
scene:box { size = { 0.13, 0.2, lift.z - 0.1 }, position = tw.vec3(lift.x - 0.5, lift.y - 0.5, lift.z / 2 - 0.05), fixed = true, material = "oak" }

local air = scene:drag { rate = 1.5 }
scene:at(2.2, function()
  air:disable()
  scene.gravity = "earth"
end)

scene:ground { height = 0 }
scene.camera = { eye = { 4.6, -4.6, 3.0 }, target = { 0, -0.9, 1.5 }, fov = tw.deg(27) }

-- bends at alternate hinges are equal, and the two kinds close the loop: (1 + cos f)(1 + cos g) = 1
local function closure()
  local x, y = math.abs(math.sin(hinge[1].angle)), math.abs(math.sin(hinge[2].angle))
  return math.min(math.abs((1 + x) * (1 - y) - 1), math.abs((1 - x) * (1 + y) - 1))
end
local energy
for _, t in ipairs { 4.1, 5.3, 6.6, 7.9 } do
  scene:expect { "it closes at " .. t, value = closure, equals = 0, within = 1e-5, at = t }
end
scene:expect { "equal bends", value = function() return math.abs(hinge[1].angle) - math.abs(hinge[3].angle) end,
               equals = 0, within = 1e-5, at = 5.3 }
scene:at(5, function() energy = scene:energy().total end)
scene:expect { "energy", value = function() return scene:energy().total - energy end, equals = 0, within = 1e-3, at = "end" }
scene:expect { "it moves", value = function() return P3.velocity:length() > 0.1 and 1 or 0 end, equals = 1, at = 4.8 }
return scene
