-- Rolling and spinning friction against closed forms: balls, cylinders and wheels that come to rest, balls on a slope below
-- and above the angle at which they begin to roll, impacts, fields that vary, another body's surface, motion restored.
local tw = require "tauwerk"
local g, r = 9.81, 0.1
local near = dofile "tests/lua/_cases.lua".near
local function S(stepper, fields)
  fields = fields or {}
  fields.stepper, fields.gravity = stepper, fields.gravity or { 0, 0, -g }
  return tw.scene(fields)
end
local function ball(s, fields)
  fields.radius, fields.collide = r, true
  fields.position = fields.position or { 0, 0, r }
  return s:sphere(fields)
end

for _, stepper in ipairs { "timestep", "auto", "dopri" } do
  -- a ball rolls to rest: (7/5) m r^2 alpha = rho m g, in any direction
  local s, rho = S(stepper), 0.004
  s:ground { height = 0 }
  local v0, a = math.sqrt(1.25), 5 / 7 * rho * g / r
  local b = ball(s, { velocity = { 1, 0.5, 0 }, angular_velocity = { -0.5 / r, 1 / r, 0 }, rolling_friction = rho })
  s:advance_to(1)
  near(stepper .. ": speed of a rolling ball", b.velocity:length(), v0 - a, 1e-12)
  near(stepper .. ": its way", b.position.x, (v0 - a / 2) * 1 / v0, 1e-12)
  near(stepper .. ": torque about its centre", b.torque:length(), 0.4 * b.mass * r * a, 1e-9)
  s:advance_to(4)
  near(stepper .. ": way to rest", math.sqrt(b.position.x ^ 2 + b.position.y ^ 2), v0 ^ 2 / 2 / a, 1e-6)
  assert(b.velocity == tw.vec3(0, 0, 0) and b.angular_velocity == tw.vec3(0, 0, 0), stepper .. ": it still moves")

  -- spinning about the vertical: (2/5) m r^2 alpha = sigma m g; the ground has the arm
  s = S(stepper)
  s:ground { height = 0, spinning_friction = 0.002 }
  b = ball(s, { angular_velocity = { 0, 0, 20 } })
  s:advance_to(1)
  near(stepper .. ": spin", b.angular_velocity.z, 20 - 0.002 * g / (0.4 * r * r), 1e-9)
  s:advance_to(5)
  assert(b.angular_velocity == tw.vec3(0, 0, 0), stepper .. ": it still spins")

  -- a slope of 1.9 and 2.1 degrees, where rho / r is the tangent of 2 degrees
  for _, degrees in ipairs { 1.9, 2.1 } do
    local A, tan = tw.deg(degrees), math.tan(tw.deg(2))
    s = S(stepper, { gravity = { g * math.sin(A), 0, -g * math.cos(A) } })
    s:ground { height = 0 }
    b = ball(s, { rolling_friction = r * tan })
    s:advance_to(2)
    local want = math.max(0, 5 / 7 * g * (math.sin(A) - tan * math.cos(A)))
    near(stepper .. ": on a slope", b.position.x, 2 * want, want > 0 and 1e-12 or 0)
  end

  -- a cylinder on its side, held across by a constraint: (3/2) m r^2 alpha = rho m g, shared by its contacts
  s = S(stepper)
  s:ground { height = 0 }
  local c = s:cylinder { radius = r, height = 0.2, position = { 0, 0, r }, orientation = tw.axis_angle({ 1, 0, 0 }, math.pi / 2),
    velocity = { 1, 0, 0 }, angular_velocity = { 0, 1 / r, 0 }, collide = true, rolling_friction = rho }
  s:on_plane { point = c.center, through = { 0, 0, 0 }, normal = { 0, 1, 0 } }
  s:advance_to(1)
  near(stepper .. ": a wheel", c.velocity.x, 1 - 2 / 3 * rho * g / r, 1e-7)

  -- an impact: the spin changes by sigma times the normal impulse
  s = S(stepper)
  s:ground { height = 0, restitution = 0.5 }
  b = ball(s, { position = { 0, 0, r + 1 }, angular_velocity = { 0, 0, 50 }, spinning_friction = 0.01 })
  s:advance_to(0.6)
  local v = math.sqrt(2 * g)
  near(stepper .. ": spin after a bounce", b.angular_velocity.z, 50 - 0.01 * v * 1.5 / (0.4 * r * r), stepper == "timestep" and 1e-2 or 1e-6)
end

-- on another body's surface, an arm that varies with time, and the same bits after a restore
local s = S("auto")
s:box { size = { 4, 4, 0.2 }, position = { 0, 0, -0.1 }, fixed = true, collide = true }
local b = ball(s, { velocity = { 1, 0, 0 }, angular_velocity = { 0, 1 / r, 0 }, rolling_friction = function(t) return 0.004 * tw.math.exp(-t) end })
s:advance_to(0.5)
local kept = s:snapshot()
s:advance_to(1)
near("on a box", b.velocity.x, 1 - 5 / 7 * 0.004 * (1 - math.exp(-1)) * g / r, 1e-3)
s:advance_to(3)
local hash = s:hash()
s:restore(kept)
s:advance_to(3)
assert(s:hash() == hash, "other bits after a restore")

-- twenty balls in a pile come to rest, to the tolerance
s = S("timestep", { step = 1 / 240 })
s:ground { height = 0 }
for i = 0, 19 do
  s:sphere { radius = 0.05, position = { 0.101 * (i % 3) + 0.003 * (i // 9), 0.101 * (i // 3 % 3), 0.06 + 0.1 * (i // 9) }, collide = true,
    rolling_friction = 0.003, spinning_friction = 0.001 }
end
s:advance_to(2)
for _, x in ipairs(s.bodies) do assert(x.velocity:length() < 2, "the pile flies apart") end
assert(s:stats().unfinished == 0, "some torques are not solved for")

-- errors
for field, value in pairs { rolling_friction = -1, spinning_friction = "much" } do
  local ok, message = pcall(function() s:sphere { radius = 1, [field] = value } end)
  assert(not ok and message:find("field '" .. field .. "'", 1, true), message)
end
