-- Limits of joints: impacts at the bound, rest against it, many turns, bounds that move, limits beside contacts.
local tw = require "tauwerk"
local near = dofile("tests/lua/_cases.lua").near
local g = 9.81

-- a carriage on a vertical rail bounces on its stop as a ball on the ground does
do
  local e, h = 0.6, 0.8
  local s = tw.scene { gravity = "earth" }
  local car = s:box { size = { 0.2, 0.2, 0.2 }, mass = 3, position = { 0, 0, 2 } }
  local rail = s:slider { a = car, at = { 0, 0, 2 }, axis = { 0, 0, 1 } }
  local stop = s:limit { joint = rail, lower = -h, restitution = e }
  assert(stop.kind == "limit" and stop.deviation == 0 and stop.met and stop.force:length() == 0)
  local t = math.sqrt(2 * h / g)
  for n = 1, 6 do
    local v = math.sqrt(2 * g * h) * e ^ n
    s:advance_to(t + v / g)
    near("apex " .. n, rail.position, -h + h * e ^ (2 * n), 1e-9)
    near("rate at the apex", rail.speed, 0, 1e-8)
    t = t + 2 * v / g
  end
  s:advance_to(6)
  near("at rest", rail.position, -h, 1e-5)
  near("it carries", stop.force.z, 3 * g, 1e-3 * 3 * g)
  near("sideways", math.abs(stop.force.x) + math.abs(stop.force.y), 0, 1e-9)
  assert(stop.met and #s.contacts == 0)
  local saved = s:snapshot()
  near("after going back", stop.force.z, 3 * g, 1e-3 * 3 * g)
  s:advance_to(6.5)
  local hash = s:hash()
  s:restore(saved)
  near("after going back", stop.force.z, 3 * g, 1e-3 * 3 * g)
  s:advance_to(6.5)
  assert(s:hash() == hash)
  -- pulled up it parts
  local pull = s:force { at = car.center, value = { 0, 0, 40 } }
  local z, now = rail.position, s.time
  s:advance_to(now + 0.5)
  near("it parts", rail.position - z, 0.5 * (40 / 3 - g) * 0.25, 1e-3)
  near("and carries no more", stop.force:length(), 0, 0)
end

-- before the first step: the exact force, through a hinge that is held by a bound
for _, which in ipairs { "lower", "upper" } do
  local s = tw.scene { gravity = "earth" }
  local side = which == "lower" and 1 or -1
  local arm = s:rod { from = { 0, 0, 0 }, to = { side, 0, 0 }, radius = 0.02, mass = 2 }
  local hinge = s:hinge { a = arm, at = { 0, 0, 0 }, axis = { 0, -1, 0 } }
  local limit = s:limit { joint = hinge, [which] = 0 }
  near("torque about the axis", limit.torque.y, -side * 2 * g * 0.5, 1e-9)
  near("speed", hinge.speed, 0, 0)
  s:advance_to(1)
  near("it holds", hinge.angle, 0, 1e-5)
  limit:disable()
  near("switched off", limit.torque:length(), 0, 0)
  s:advance_to(1.3)
  assert(side * hinge.angle < -0.3)
  near("switched off, it says nothing", limit.deviation, 0, 0)
  assert(not limit.met)
  limit:enable()
  near("how far beyond", limit.deviation, side * -hinge.angle, 1e-12)
  s:advance_to(4)
  near("it comes back", side * hinge.angle, 0, 1e-4)
end

-- a pendulum between two stops keeps its energy, and turns at them
do
  local s = tw.scene { gravity = "earth" }
  local arm = s:rod { from = { 0, 0, 0 }, to = { 0, 0, -1 }, radius = 0.02, mass = 2, angular_velocity = { 0, -3, 0 }, velocity = { 1.5, 0, 0 } }
  local hinge = s:hinge { a = arm, at = { 0, 0, 0 }, axis = { 0, -1, 0 } }
  s:limit { joint = hinge, lower = -0.4, upper = 0.3, restitution = 1 }
  local E, most, least = s:energy().total, 0, 0
  s:record { "angle", value = function()
    most, least = math.max(most, hinge.angle), math.min(least, hinge.angle)
    return hinge.angle
  end, every = 0.003 }
  s:advance_to(5)
  near("energy", s:energy().total, E, 1e-7)
  assert(most <= 0.3 + 1e-9 and most > 0.29 and least >= -0.4 - 1e-9 and least < -0.39)
end

-- turns are counted: one and a half of them
do
  local s = tw.scene {}
  local wheel = s:disk { radius = 0.3, height = 0.05, angular_velocity = { 0, 0, 4 } }
  local hinge = s:hinge { a = wheel, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  s:limit { joint = hinge, upper = 3 * math.pi, restitution = 0.5 }
  s:advance_to(3 * math.pi / 4 - 1e-6)
  near("it runs", hinge.speed, 4, 1e-9)
  s:advance_to(3 * math.pi / 4 + 0.1)
  near("it turns back", hinge.speed, -2, 1e-9)
  near("from there", hinge.angle, 3 * math.pi - 0.2, 1e-8)
end

-- a bound that moves takes the carriage along, and throws it off where it slows down
do
  local s = tw.scene { gravity = "earth" }
  local car = s:box { size = { 0.2, 0.2, 0.2 }, mass = 3 }
  local rail = s:slider { a = car, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  local stop = s:limit { joint = rail, lower = function(t) return 0.5 * (1 - tw.math.cos(2 * t)) end }
  near("pushed", stop.force.z, 3 * (g + 2), 1e-8)
  local off = 0
  for k = 1, 100 do
    s:advance_to(0.03 * k)
    off = math.max(off, math.abs(rail.position - 0.5 * (1 - math.cos(2 * s.time))))
  end
  near("it follows", off, 0, 2e-3)
  local fast = tw.scene { gravity = "earth" }
  local other = fast:box { size = { 0.2, 0.2, 0.2 }, mass = 3 }
  local up = fast:slider { a = other, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  fast:limit { joint = up, lower = function(t) return 0.5 * (1 - tw.math.cos(6 * t)) end }
  -- acceleration 18 cos 6t = -g
  local t0 = math.acos(-g / 18) / 6
  local z0, v0 = 0.5 * (1 - math.cos(6 * t0)), 3 * math.sin(6 * t0)
  fast:advance_to(t0 + 0.2)
  near("thrown off", up.position, z0 + 0.2 * v0 - 0.5 * g * 0.04, 5e-3)
end

-- between two bodies that are free: momenta stay
do
  local s = tw.scene {}
  local a = s:box { size = { 1, 0.1, 0.1 }, position = { 0.5, 0, 0 }, angular_velocity = { 0, 0, 2 }, velocity = { 0, 1, 0 } }
  local b = s:box { size = { 1, 0.1, 0.2 }, position = { -0.5, 0, 0 } }
  local hinge = s:hinge { a = a, b = b, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  s:limit { joint = hinge, lower = -0.5, upper = 0.5, restitution = 0.7 }
  local p, L = s:momentum(), s:angular_momentum()
  s:advance_to(3)
  near("momentum", (s:momentum() - p):length(), 0, 1e-8)
  near("angular momentum", (s:angular_momentum() - L):length(), 0, 1e-5 * L:length())
  assert(math.abs(hinge.angle) <= 0.5 + 1e-5)
end

-- beside contacts, and under timestep alone: a chain with stops falls onto the ground
for _, stepper in ipairs { "auto", "timestep" } do
  local s = tw.scene { gravity = "earth", tau = 0.05, stepper = stepper }
  s:ground { friction = 0.6 }
  local links, joints, limits = {}, {}, {}
  for i = 1, 6 do
    links[i] = s:capsule { from = { 0.32 * i, 0, 0.6 }, to = { 0.32 * i + 0.3, 0, 0.6 }, radius = 0.05, collide = true }
    if i > 1 then
      joints[i] = s:hinge { a = links[i], b = links[i - 1], at = { 0.32 * i - 0.01, 0, 0.6 }, axis = { 0, 1, 0 } }
      limits[i] = s:limit { joint = joints[i], lower = -0.3, upper = 0.2 }
    end
  end
  links[1].fixed = true
  local worst = 0
  s:record { "worst", value = function()
    for i = 2, 6 do worst = math.max(worst, limits[i].deviation) end
    return worst
  end, every = 0.01 }
  s:advance_to(4)
  near("beyond the bounds", worst, 0, 1e-2) -- as far as one step leads
  for i = 2, 6 do near("in the end", limits[i].deviation, 0, 2e-5) end
  assert(s:energy().kinetic < 1e-3, "at rest")
end

for _, stepper in ipairs { "rk4", "project" } do
  local s = tw.scene { stepper = stepper, gravity = "earth" }
  local ball = s:sphere { radius = 0.1 }
  s:limit { joint = s:hinge { a = ball, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }, lower = 0 }
  local ok, text = pcall(s.advance_to, s, 0.1)
  assert(not ok and text:find("limits", 1, true), text)
end

-- far beyond its bounds it comes back bit by bit, with the same bits after going back between two steps
for _, stepper in ipairs { "auto", "timestep" } do
  local s = tw.scene { gravity = "earth", stepper = stepper }
  local a = s:box { size = { 1, 0.2, 0.3 }, position = { 0.3, 0.2, 0 }, angular_velocity = { 1, 2, 3 } }
  local b = s:box { size = { 0.4, 0.2, 0.3 }, position = { 0.3, 1.2, 0 } }
  local hinge = s:hinge { a = a, b = b, at = { 0, 0.1, 0.4 }, axis = { 0, 1, 1 } }
  local limit = s:limit { joint = hinge, lower = 0.5, upper = 0.6 }
  near("beyond", limit.deviation, 0.5, 1e-12)
  s:advance_to(0.0321)
  local saved, bits = s:snapshot(), {}
  for i = 1, 30 do
    s:advance_to(0.0321 + i / 300)
    bits[i] = s:hash()
  end
  s:restore(saved)
  for i = 1, 30 do
    s:advance_to(0.0321 + i / 300)
    assert(s:hash() == bits[i], "other bits")
  end
  s:advance_to(0.5)
  assert(limit.met)
end
