-- limit: three joints between bounds. Red: a hammer that swings between two stops and loses speed at each. Ochre: a wheel
-- that turns back after one and a half turns. Blue: a carriage that falls onto the end of its mast, bounces, and comes to rest.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "limit", duration = 5, gravity = "earth" }
local z, front, g = tw.vec3(0, 0, 1), tw.vec3(0, -1, 0), scene.gravity:length()
-- red: a hammer, between two stops 60 degrees from each other
local A, e = tw.vec3(-1.2, 0, 1.5), 0.7
local hammer = scene:rod { name = "hammer", from = A, to = A + tw.vec3(0, 0, -0.9), radius = 0.07, mass = 2, material = stage.paint "red" }
local swing = scene:hinge { name = "axle", a = hammer, at = A, axis = front }
local stops = scene:limit { name = "stops", joint = swing, lower = tw.deg(-20), upper = tw.deg(40), restitution = e }
local w0 = 5
hammer.angular_velocity = w0 * front
hammer.velocity = (w0 * front):cross(hammer.position - A)
scene:rod { from = A + front * 0.12, to = A - front * 0.3, radius = 0.05, fixed = true, material = "steel" }
scene:box { size = { 0.16, 0.12, A.z + 0.1 }, position = { A.x, 0.3, (A.z + 0.1) / 2 }, fixed = true, material = stage.frame }
for _, degrees in ipairs { -20, 40 } do
  local a = tw.deg(degrees) + (degrees > 0 and 0.22 or -0.22)
  scene:sphere { radius = 0.1, position = A + 0.7 * tw.vec3(math.sin(a), 0, -math.cos(a)), fixed = true, material = stage.guide }
end
-- at the upper stop for the first time: I w^2 / 2 falls by what the hammer rises
local I = 2 * 0.9 ^ 2 / 3 + 2 * 0.07 ^ 2 / 4
local function speed_at(w, from, to) return math.sqrt(w ^ 2 - 2 * 2 * g * 0.45 * (math.cos(from) - math.cos(to)) / I) end
local hits, before, after = 0, nil, nil
scene:when(function() return swing.speed end, function(_, t)
  hits = hits + 1
  if hits == 1 then after = t end
end, { direction = "down" })
-- ochre: a wheel
local B = tw.vec3(0.1, 0, 1.1)
local wheel = scene:disk { name = "wheel", radius = 0.55, height = 0.14, position = B, orientation = tw.rotation(z, front),
                           angular_velocity = 4 * front,
                           material = { "plastic", color = stage.colors.ochre, texture = "checker", texture_scale = 0.4, texture_color = stage.colors.ivory } }
local turn = scene:hinge { name = "wheel's axle", a = wheel, at = B, axis = front }
local wind = scene:limit { name = "wind", joint = turn, upper = 3 * math.pi, restitution = 0.5 }
scene:rod { from = B + front * 0.12, to = B - front * 0.3, radius = 0.05, fixed = true, material = "steel" }
scene:box { size = { 0.16, 0.12, B.z + 0.1 }, position = { B.x, 0.3, (B.z + 0.1) / 2 }, fixed = true, material = stage.frame }
-- blue: a carriage
local C, h = tw.vec3(1.35, 0, 1.5), 1.0
local carriage = scene:box { name = "carriage", size = { 0.5, 0.5, 0.3 }, position = C, mass = 4, material = stage.paint "blue" }
local mast = scene:slider { name = "mast", a = carriage, at = C, axis = z }
local foot = scene:limit { name = "foot", joint = mast, lower = -h, restitution = 0.5 }
scene:box { size = { 0.14, 0.14, 2.0 }, position = { C.x, 0, 1.0 }, fixed = true, material = stage.frame }
scene:box { size = { 0.7, 0.7, 0.35 - 0.15 + 0.15 }, position = { C.x, 0, 0.175 }, fixed = true, material = "oak" }

local t1 = math.sqrt(2 * h / g)
scene:expect { "carriage: second apex", at = t1 + 0.5 * math.sqrt(2 * g * h) / g, equals = -h + 0.25 * h, within = 1e-7,
               value = function() return mast.position end }
scene:expect { "carriage: at rest", at = 4.5, equals = -h, within = 1e-4, value = function() return mast.position end }
scene:expect { "carriage: what the foot carries", at = 4.5, equals = 4 * g, within = 0.05, value = function() return foot.force.z end }
scene:expect { "wheel: back from one and a half turns", at = 4, equals = 3 * math.pi - 2 * (4 - 3 * math.pi / 4), within = 5e-3,
               value = function() return turn.angle end }
scene:expect { "hammer: between its stops", at = "end", equals = 0, within = 1e-4, value = function() return stops.deviation end }
scene:at(0.12, function() before = swing.speed end)
scene:expect { "hammer: the speed of its swing", at = 0.12, equals = 0, within = 1e-6,
               value = function() return before - speed_at(w0, 0, swing.angle) end }
scene:expect { "hammer: its speed after the first stop", at = 0.25, equals = 0, within = 1e-6, value = function()
  assert(after and hits == 1)
  local hit = e * speed_at(w0, 0, tw.deg(40))
  return -swing.speed - speed_at(hit, tw.deg(40), swing.angle)
end }
scene:expect { "wheel: nothing acts on it", at = 4, equals = 0, within = 1e-9, value = function() return wind.torque:length() end }
stage.new(scene, { eye = { 0.6, -6.2, 2.5 }, target = { 0.1, 0, 0.95 }, fov = 27 })
return scene
