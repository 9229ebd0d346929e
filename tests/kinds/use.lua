-- Kinds of tests/kinds, each one file that no other names, in a program with them: they move as their equations say.
local tw = require "tauwerk"

local function near(a, b, within, what)
  assert(math.abs(a - b) <= within, ("%s: expected %.17g, got %.17g"):format(what, b, a))
end

-- the body's mass is of two balls, its inertia about x of balls at a / 2
do
  local s = tw.scene {}
  local b = s:dumbbell { radius = 0.1, apart = 0.6, mass = 2 }
  assert(b.kind == "dumbbell")
  near(b.upper.position.z, 0.3, 1e-15, "upper ball")
  b.angular_velocity = { 1, 0, 0 }
  near(b.angular_momentum.x, 2 * (0.4 * 0.1 ^ 2 + 0.3 ^ 2), 1e-14, "inertia about x")
  b.angular_velocity = { 0, 0, 1 }
  near(b.angular_momentum.z, 2 * 0.4 * 0.1 ^ 2, 1e-14, "inertia about z")
end

-- the force, by the new stepper, which is exact for a constant one; its error is of order 2 for a spring
local function lifted(stepper, step)
  local s = tw.scene { stepper = stepper, step = step }
  local b = s:sphere { radius = 0.1, mass = 2 }
  s:lift { body = b, newtons = 3 }
  s:advance_to(1)
  near(b.position.z, 0.75, 1e-12, stepper .. ": lifted")
end
lifted("midpoint", 0.01)
lifted("auto")

local function off(step)
  local s = tw.scene { stepper = "midpoint", step = step }
  local b = s:sphere { radius = 0.1, mass = 1, position = { 1, 0, 0 } }
  s:spring { a = b.center, b = s:nail { 0, 0, 0 }, stiffness = 4 }
  s:advance_to(1)
  return math.abs(b.position.x - math.cos(2))
end
local ratio = off(0.01) / off(0.005)
assert(ratio > 3.7 and ratio < 4.3, ("midpoint: order 2 divides errors by 4, got %g"):format(ratio))

-- the constraint, from 0.2 m above, follows its law
do
  local s = tw.scene { gravity = "earth", tau = 0.2 }
  local b = s:dumbbell { radius = 0.1, apart = 0.6, mass = 2, position = { 0, 0, 0.9 } }
  s:altitude { point = b.upper, meters = 1 }
  s:advance_to(0.5)
  near(b.upper.position.z, 1 + 0.2 * (1 + 2.5) * math.exp(-2.5), 1e-10, "altitude")
end

-- the shape: its mass, where a ray meets it, and where it comes to rest
do
  local r = 0.4
  local s = tw.scene { gravity = "earth", stepper = "timestep", step = 1 / 600 }
  local d = s:dome { radius = r, density = 1000, collide = true, position = { 0, 0, 0.16 }, friction = 0.5 }
  near(d.mass, 1000 * 2 / 3 * math.pi * r ^ 3, 1e-9, "mass of the dome")
  d.angular_velocity = { 1, 0, 0 }
  near(d.angular_momentum.x, d.mass * 83 / 320 * r ^ 2, 1e-12, "inertia about x")
  d.angular_velocity = { 0, 0, 0 }
  local hit = s:ray { from = { 0, 0, 2 }, along = { 0, 0, -1 } }
  near(hit.point.z, 0.16 + 0.625 * r, 1e-12, "ray from above")
  s:ground { height = 0 }
  s:advance_to(1)
  near(d.position.z, 0.375 * r, 2e-4, "rests on its flat side")
  -- a ball comes to lie on its top as on a ball
  local b = s:sphere { radius = 0.1, collide = true, position = { 0, 0, d.position.z + 0.625 * r + 0.1 } }
  near(s:distance(d, b).gap, 0, 1e-6, "touches the top")
end

-- the functions
do
  local s = tw.scene {}
  s:sphere { radius = 0.1, mass = 2 }
  s:sphere { radius = 0.1, mass = 5 }
  assert(s:heaviest() == 5 and tw.twice(2.5) == 5)
end

-- the stepper is offered with the others
local ok, message = pcall(tw.scene, { stepper = "middle" })
assert(not ok and message:find("'wave', 'midpoint'", 1, true), message)
