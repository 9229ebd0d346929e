-- Closed forms that other tests do not have: a top's steady precession, a weight on a screw, a pulley and a belt, two disks on
-- a torsion spring, oblique blows with spin, a rod that slides down on a smooth floor, a bead on a turning line.
local tw = require "tauwerk"
local case = dofile "tests/lua/_cases.lua".new(arg and arg[1])
local g = 9.81
local every = { "auto", "dopri", "adams", "bdf", "rk4", "timestep" }
local touching = { "auto", "dopri", "adams", "bdf", "timestep" }

case("heavy top", function(S, near)
  local s = S { step = 1 / 1000, rtol = 1e-10, atol = 1e-13 }
  local m, l, I1, I3, tilt, spin = 1, 0.3, 0.12, 0.05, 0.6, 40 -- I1 about the pivot
  local slow = (I3 * spin - math.sqrt((I3 * spin) ^ 2 - 4 * I1 * math.cos(tilt) * m * g * l)) / (2 * I1 * math.cos(tilt))
  local d = tw.vec3(math.sin(tilt), 0, math.cos(tilt))
  local b = s:body { mass = m, inertia = { I1 - m * l * l, I1 - m * l * l, I3 }, position = d * l, orientation = tw.rotation({ 0, 0, 1 }, d) }
  s:connect(b:point { 0, 0, -l }, s:nail { 0, 0, 0 })
  b.angular_velocity = tw.vec3(0, 0, slow) + d * (spin - slow * math.cos(tilt))
  b.velocity = b.angular_velocity:cross(d * l)
  s:advance_to(2)
  local turn = tw.axis_angle({ 0, 0, 1 }, 2 * slow)
  near("place on the cone", (b.position / l - turn * d):length(), 0, 3e-3, 3e-5)
end, every)

case("screw", function(S, near)
  local s = S { step = 1 / 1000 }
  local a, pitch = s:cylinder { radius = 0.1, height = 0.2, mass = 2 }, 0.05
  s:screw { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, pitch = pitch }
  s:advance_to(2)
  local k = pitch / (2 * math.pi)
  near("speed", a.velocity.z, -g * 2 * k * k / (2 * k * k + 0.01) * 2, 1e-6, 1e-7)
end, every)

case("torsion spring", function(S, near)
  local s = S { step = 1 / 1000, gravity = { 0, 0, 0 } }
  local a = s:disk { radius = 1, height = 0.1, mass = 2 }
  local b = s:disk { radius = 1, height = 0.1, mass = 6, position = { 0, 0, 1 } }
  s:hinge { a = a, b = b, at = { 0, 0, 0.5 }, axis = { 0, 0, 1 } }
  s:torsion_spring { a = a, b = b, stiffness = 8, damping = 0, axis = { 0, 0, 1 } }
  a.angular_velocity = { 0, 0, 1 }
  s:advance_to(3)
  near("rate of the first", a.angular_velocity.z, 0.25 + 0.75 * math.cos(math.sqrt(8 * (1 + 1 / 3)) * 3), 1e-3, 1e-6)
end, every)

case("bead on a turning line", function(S, near)
  local s = S { step = 1 / 1000 }
  local b = s:sphere { radius = 0.01, mass = 1, position = { 0.3, 0, 0 }, velocity = { 0, 0.6, 0 } }
  s:on_line { point = b.center, through = { 0, 0, 0 }, along = function(t) return { tw.math.cos(2 * t), tw.math.sin(2 * t), 0 } end }
  s:advance_to(1)
  near("way out", math.sqrt(b.position.x ^ 2 + b.position.y ^ 2), 0.15 * (math.exp(2) + math.exp(-2)), 1e-3, 1e-5)
end, every)

case("oblique blow", function(S, near)
  local s = S { step = 1 / 1000, gravity = { 0, 0, 0 } }
  s:ground { restitution = 0.5, friction = 0.2 }
  local b = s:sphere { radius = 0.1, position = { 0, 0, 0.5 }, velocity = { 2, 0, -1 }, angular_velocity = { 0, -10, 0 }, collide = true,
    friction = 0.2, restitution = 0.5 }
  s:advance_to(1)
  local along = math.min(0.2 * 1.5, 2 / 7 * 3) -- friction, or as much as stops the slip of 3 m/s
  near("speed", b.velocity.x, 2 - along, 1e-9, 1e-9)
  near("spin", b.angular_velocity.y, -10 + 2.5 * along / 0.1, 1e-7, 1e-7)
end, touching)

case("belt", function(S, near)
  local s = S { step = 1 / 1000 }
  s:box { size = { 20, 2, 0.2 }, collide = true, friction = 0.4, motion = s:path(function(t) return { 2 * t, 0, -0.1 } end) }
  local b = s:box { size = { 0.2, 0.2, 0.2 }, mass = 1, position = { 0, 0, 0.1 }, collide = true, friction = 0.4 }
  s:advance_to(1)
  local caught = 2 / (0.4 * g)
  near("way", b.position.x, 0.2 * g * caught ^ 2 + 2 * (1 - caught), 2e-3, 1e-6)
end, touching)

case("smooth floor", function(S, near)
  local s, A, B = S { step = 1 / 1000 }, tw.deg(30), tw.deg(60)
  s:ground { friction = 0 }
  local d = tw.vec3(math.sin(A), 0, math.cos(A))
  local c = s:capsule { length = 1, radius = 0.02, position = { 0, 0, 0.02 + 0.5 * math.cos(A) }, orientation = tw.rotation({ 0, 0, 1 }, d),
    collide = true, friction = 0 }
  local rate
  s:when(function() return (c.orientation * tw.vec3(0, 0, 1)).z - math.cos(B) end, function() rate = rate or c.angular_velocity:length() end)
  s:advance_to(1.5)
  local I = type(c.inertia[1]) == "table" and c.inertia[1][1] or c.inertia[1]
  near("rate at 60 degrees", rate, math.sqrt(c.mass * g * (math.cos(A) - math.cos(B)) / (I + c.mass * (0.5 * math.sin(B)) ^ 2)), 5e-3, 1e-6)
  near("sideways", c.position.x, 0, 1e-9, 1e-9)
end, touching)
