-- Closed forms of textbooks with contacts and friction, under three steppers: what rolls and what slips, what tips and
-- what slides, wedges, ladders, turntables, wheels, springs on rough floors.
local tw = require "tauwerk"
local g = 9.81
local sin, cos, sqrt, pi = math.sin, math.cos, math.sqrt, math.pi
local along_y = tw.axis_angle({ 1, 0, 0 }, pi / 2)
local cases = dofile "tests/lua/_cases.lua"
local case, force = cases.new(...), cases.force

local function quad(f, a, b) -- midpoints
  local s, n = 0, 20000
  for i = 0, n - 1 do s = s + f(a + (i + 0.5) * (b - a) / n) * (b - a) / n end
  return s
end
-- how long an angle takes from rest at a to b, with its speed
local function time(w, a, b) return quad(function(u) return 2 * u / w(a + u * u) end, 0, sqrt(b - a)) end

case("a bowling ball slips, then rolls", function(scene, near)
  local v, mu = 4, 0.2
  local s = scene()
  s:ground { friction = mu }
  local b = s:sphere { radius = 0.1, position = { 0, 0, 0.1 }, velocity = { v, 0, 0 }, collide = true, friction = mu }
  local t = 2 * v / (7 * mu * g)
  s:advance_to(3 * t)
  near("speed", b.velocity.x, 5 / 7 * v)
  near("way", b.position.x, 12 * v ^ 2 / (49 * mu * g) + 10 / 7 * v * t)
end)

case("a ball struck off its line goes on a parabola", function(scene, near)
  local mu, r = 0.2, 0.1
  local s = scene()
  s:ground { friction = mu }
  local b = s:sphere { radius = r, position = { 0, 0, r }, velocity = { 2, 0, 0 }, angular_velocity = { 20, 0, 5 }, collide = true,
    friction = mu }
  local u = tw.vec3(2, 20 * r, 0)
  local t, d = 2 * u:length() / (7 * mu * g), u:normalized()
  s:advance_to(1.3 * t)
  near("vx", b.velocity.x, 2 - mu * g * d.x * t)
  near("vy", b.velocity.y, -mu * g * d.y * t)
  near("spin", b.angular_velocity.z, 5, 1e-6)
end)

for _, kind in ipairs { "cylinder", "disk", "torus", "ellipsoid", "compound" } do
  case("rolls down: " .. kind, function(scene, near)
    local a, R, part = math.rad(20), 0.2, 0.5
    local s = scene { gravity = { g * sin(a), 0, -g * cos(a) } }
    s:ground { friction = 0.8 }
    local f = { position = { 0, 0, R }, orientation = along_y, collide = true, friction = 0.8 }
    if kind == "torus" then
      f.major_radius, f.minor_radius, part = 0.15, 0.05, (0.15 ^ 2 + 0.75 * 0.05 ^ 2) / R ^ 2
    elseif kind == "ellipsoid" then
      f.radii, part = { R, R, 0.1 }, 0.4
    elseif kind == "compound" then -- a dumb-bell
      local m, M = pi * 0.05 ^ 2 * 0.4, 2 * 4 / 3 * pi * R ^ 3
      f.parts = { { kind = "sphere", radius = R, position = { 0, 0, -0.4 } }, { kind = "sphere", radius = R, position = { 0, 0, 0.4 } },
        { kind = "rod", radius = 0.05, length = 0.4 } }
      part = (0.4 * M * R ^ 2 + 0.5 * m * 0.05 ^ 2) / (M + m) / R ^ 2
    else
      f.radius, f.height = R, kind == "disk" and 0.02 or 0.5
    end
    local b = s[kind](s, f)
    s:advance_to(1)
    near("speed", b.velocity.x, g * sin(a) / (1 + part))
    near("turning", b.angular_velocity.y * R, g * sin(a) / (1 + part))
  end)
end

case("a cart rolls on four wheels that share its weight", function(scene, near)
  local a, r, wheel, load = math.rad(10), 0.1, 1, 5
  local s = scene { gravity = { g * sin(a), 0, -g * cos(a) } }
  s:ground { friction = 0.9 }
  local body = s:box { size = { 0.8, 0.3, 0.1 }, mass = load, position = { 0, 0, 0.25 } }
  for _, x in ipairs { -0.3, 0.3 } do
    for _, y in ipairs { -0.2, 0.2 } do
      local w = s:cylinder { radius = r, height = 0.05, mass = wheel, orientation = along_y, position = { x, y, r }, collide = true,
        friction = 0.9 }
      s:hinge { a = w, b = body, at = { x, y, r }, axis = { 0, 1, 0 } }
    end
  end
  s:advance_to(1)
  near("speed", body.velocity.x, (load + 4 * wheel) * g * sin(a) / (load + 6 * wheel))
  assert(s:stats().steps < 700 and s:stats().coarse_steps == 0, "steps: " .. s:stats().steps)
end)

case("a ball on a turntable goes round by 2/7 of its turning", function(scene, near)
  local turn, r = 2, 0.1
  local s = scene()
  local t = s:cylinder { radius = 3, height = 0.1, position = { 0, 0, -0.05 }, collide = true, friction = 5 }
  t.angular_velocity = { 0, 0, turn }
  s:motor { joint = s:hinge { a = t, at = { 0, 0, -0.05 }, axis = { 0, 0, 1 } }, speed = turn }
  local b = s:sphere { radius = r, mass = 1, position = { 0.5, 0, r }, velocity = { 0.3, 0, 0 },
    angular_velocity = { turn * 0.5 / r, 0.3 / r, 0 }, collide = true, friction = 5 }
  local w = 2 / 7 * turn
  s:advance_to(3)
  near("vx", b.velocity.x, 0.3 * cos(3 * w))
  near("x", b.position.x, 0.5 + 0.3 / w * sin(3 * w))
end)

case("a rod falls on a smooth floor", function(scene, near)
  local L, r, a, b = 1, 0.01, 0.5, 1.2
  local s = scene()
  s:ground { friction = 0 }
  local rod = s:capsule { length = L, radius = r, mass = 1, orientation = tw.axis_angle({ 0, 1, 0 }, a),
    position = { 0, 0, r + L / 2 * cos(a) }, collide = true, friction = 0 }
  local I = rod.inertia[1]
  local function w(x) return sqrt(g * L * (cos(a) - cos(x)) / (I + L * L / 4 * sin(x) ^ 2)) end
  s:advance_to(time(w, a, b))
  near("turning", rod.angular_velocity.y, w(b), 2e-2)
  near("sideways", rod.position.x, 0)
  local e = 1e-5
  near("pressed", force(rod, s).z / 2, I * (w(b + e) ^ 2 - w(b - e) ^ 2) / (4 * e) / (L / 2 * sin(b)) / 2, 2e-2)
end)

case("a ladder leaves the wall at 2/3 of its height", function(scene, near)
  local L, r, a = 2, 0.01, 0.3
  local s = scene()
  s:ground { friction = 0 }
  s:box { size = { 0.2, 4, 8 }, position = { -0.1, 0, 4 }, fixed = true, collide = true, friction = 0 }
  local axis = tw.vec3(-sin(a), 0, cos(a))
  local b = s:capsule { length = L, radius = r, mass = 1, orientation = tw.rotation({ 0, 0, 1 }, axis),
    position = { r + L / 2 * sin(a), 0, r + L / 2 * cos(a) }, collide = true, friction = 0 }
  local I, last = b.inertia[1], math.acos(2 / 3 * cos(a))
  local function w(x) return sqrt(g * L * (cos(a) - cos(x)) / (I + L * L / 4)) end
  local t = time(w, a, last)
  s:advance_to(0.95 * t)
  assert(#s.contacts == 2)
  s:advance_to(t + 0.1)
  assert(#s.contacts == 1)
  near("it goes on with", b.velocity.x, L / 2 * cos(last) * w(last))
end)

case("a block on a wedge on a smooth floor", function(scene, near)
  local M, m, a, L, W = 4, 1, math.rad(30), 2, 0.5
  local h = L * math.tan(a)
  local s = scene()
  s:ground { friction = 0 }
  local w = s:mesh { vertices = { { 0, -W, 0 }, { L, -W, 0 }, { 0, -W, h }, { 0, W, 0 }, { L, W, 0 }, { 0, W, h } },
    triangles = { { 1, 2, 3 }, { 4, 6, 5 }, { 1, 4, 5 }, { 1, 5, 2 }, { 1, 3, 6 }, { 1, 6, 4 }, { 2, 5, 6 }, { 2, 6, 3 } },
    mass = M, collide = true, friction = 0 }
  w.position = w.position - w:authored { 0, 0, 0 }
  local q = tw.axis_angle({ 0, 1, 0 }, a)
  local b = s:box { size = { 0.2, 0.2, 0.2 }, mass = m, orientation = q, collide = true, friction = 0,
    position = tw.vec3(L * 0.3, 0, h * 0.7) + q * tw.vec3(0, 0, 0.1) }
  s:advance_to(0.4)
  local A = m * g * sin(a) * cos(a) / (M + m * sin(a) ^ 2)
  near("wedge", w.velocity.x, -0.4 * A)
  near("block", b.velocity.x, 0.4 * A * M / m)
  near("between them", force(b, s):length(), M * A / sin(a), 5e-2)
end)

case("a box tips about its edge", function(scene, near)
  local w, h = 0.2, 0.5
  local a = math.atan(w / h) + 0.1
  local s = scene { gravity = { g * sin(a), 0, -g * cos(a) } }
  s:ground { friction = 10 }
  local b = s:box { size = { w, 0.3, h }, mass = 1, position = { 0, 0, h / 2 }, collide = true, friction = 10 }
  local k = g * 1.5 / sqrt(w * w + h * h)
  local function turning(x) return sqrt(2 * k * (cos(0.1) - cos(x))) end
  s:advance_to(time(turning, 0.1, 0.7))
  near("turning", b.angular_velocity.y, turning(0.7), 3e-2)
end)

case("the lower of two blocks is pulled", function(scene, near)
  local mu, low, high = 0.4, 3, 1
  for _, F in ipairs { 10, 20, 40 } do
    local s = scene()
    s:ground { friction = mu }
    local b = s:box { size = { 1, 0.5, 0.2 }, mass = low, position = { 0, 0, 0.1 }, collide = true, friction = mu }
    local c = s:box { size = { 0.3, 0.3, 0.1 }, mass = high, position = { 0, 0, 0.25 }, collide = true, friction = mu }
    s:force { at = b:point { 0, 0, -0.1 }, value = { F, 0, 0 } }
    s:advance_to(0.3)
    local rest = mu * (low + high) * g
    local both = math.max(0, F - rest) / (low + high)
    near("upper", c.velocity.x, 0.3 * math.min(both, mu * g))
    near("lower", b.velocity.x, 0.3 * (both <= mu * g and both or (F - rest - mu * high * g) / low))
  end
end)

case("a spring on a rough floor: 2 mu m g / k less in each half", function(scene, near)
  local k, mu, x = 100, 0.1, 0.1
  local s = scene()
  s:ground { friction = mu }
  local b = s:box { size = { 0.2, 0.2, 0.1 }, mass = 1, position = { x, 0, 0.05 }, collide = true, friction = mu }
  s:spring { a = b.center, b = s:nail { 0, 0, 0.05 }, stiffness = k, rest = 0 }
  s:advance_to(2 * pi / sqrt(k))
  near("after one", b.position.x, x - 4 * mu * g / k)
  s:advance_to(5)
  near("where it sticks", b.position.x, -(x - 10 * mu * g / k))
end)

case("a brake on a wheel", function(scene, near)
  local R, m, mu, F, w = 0.5, 4, 0.3, 10, 20
  local s = scene { gravity = { 0, 0, 0 } }
  local wheel = s:cylinder { radius = R, height = 0.1, mass = m, orientation = along_y, collide = true, friction = mu }
  s:hinge { a = wheel, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
  wheel.angular_velocity = { 0, w, 0 }
  local block = s:box { size = { 0.2, 0.2, 0.2 }, mass = 1, position = { R + 0.1, 0, 0 }, collide = true, friction = mu }
  s:slider { a = block, at = { R + 0.1, 0, 0 }, axis = { 1, 0, 0 } }
  s:force { at = block.center, value = { -F, 0, 0 } }
  s:advance_to(0.5)
  near("slower", wheel.angular_velocity.y, w - mu * F / (0.5 * m * R) * 0.5, 5e-2)
end)

case("a pendulum against a wall", function(scene, near)
  local e, L, r, a = 0.6, 1, 0.1, -0.7
  local s = scene()
  s:box { size = { 0.2, 1, 1 }, position = { 0.1 + r, 0, 1 }, fixed = true, collide = true, friction = 0 }
  local b = s:sphere { radius = r, mass = 1, position = { L * sin(a), 0, 2 - L * cos(a) }, collide = true, restitution = e,
    friction = 0 }
  s:hinge { a = b, at = { 0, 0, 2 }, axis = { 0, 1, 0 } }
  local k = g * L / (L * L + 0.4 * r * r)
  local t = time(function(x) return sqrt(2 * k * (cos(x) - cos(a))) end, a, 0)
  local back = math.acos(1 - e * e * (1 - cos(a)))
  local again = 2 * time(function(x) return sqrt(2 * k * (cos(x) - cos(back))) end, -back, 0)
  local hits = {}
  s:on_contact { function(_, when) hits[#hits + 1] = when end }
  s:advance_to(t + again + 0.01)
  assert(#hits == 2)
  near("first", hits[1], t)
  near("second", hits[2], t + again)
end)
print "textbooks agree"
