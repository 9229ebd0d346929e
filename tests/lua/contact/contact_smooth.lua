-- Contacts that last under the adaptive steppers: rolling, sliding, coming to rest, leaving a curved surface, against
-- closed forms; bits after going back.
local tw = require "tauwerk"
local g = 9.81
local near = dofile("tests/lua/_cases.lua").near

for _, stepper in ipairs { "auto", "dopri", "adams", "bdf" } do
  -- a bowling ball slides, then rolls: t = 2 v / (7 mu g), x = 12 v^2 / (49 mu g), 5/7 v
  local s = tw.scene { gravity = "earth", stepper = stepper }
  s:ground { height = 0, friction = 0.3 }
  local ball = s:sphere { radius = 0.1, mass = 5, position = { 0, 0, 0.1 }, velocity = { 3, 4, 0 }, collide = true,
    friction = 0.3 }
  -- and a brick slides to its rest: v^2 / (2 mu g)
  local brick = s:box { size = { 0.2, 0.3, 0.1 }, mass = 2, position = { 5, -3, 0.05 }, velocity = { 2, 1, 0 },
    collide = true, friction = 0.3 }
  local v, t = 5, 2 * 5 / (7 * 0.3 * g)
  s:advance_to(t * 0.999)
  assert(ball.velocity:length() > 5 / 7 * v)
  local saved = s:snapshot()
  s:advance_to(t * 1.2)
  local x = 12 * v * v / (49 * 0.3 * g) + 5 / 7 * v * 0.2 * t
  near(stepper .. ": speed", ball.velocity:length(), 5 / 7 * v, 2e-6)
  near(stepper .. ": way", ball.position.x, 0.6 * x, 2e-6)
  near(stepper .. ": way", ball.position.y, 0.8 * x, 2e-6)
  near(stepper .. ": it rolls", ball.angular_velocity.x * 0.1, -0.8 * 5 / 7 * v, 2e-6)
  s:advance_to(3)
  local way = 5 / (2 * 0.3 * g)
  near(stepper .. ": the brick", brick.position.x - 5, way * 2 / math.sqrt(5), 1e-6)
  near(stepper .. ": the brick", brick.position.y + 3, way / math.sqrt(5), 1e-6)
  near(stepper .. ": at rest", brick.velocity:length(), 0, 1e-7)
  near(stepper .. ": on the ground", brick.position.z, 0.05, 1e-7)
  assert(s:stats().stepper == stepper and s:stats().coarse_steps == 0)
  local hash = s:hash()
  s:restore(saved)
  s:advance_to(t * 1.2)
  s:advance_to(3)
  assert(s:hash() == hash or stepper == "adams" or stepper == "bdf", stepper .. ": other bits") -- these have a history
end

-- what slides down a ball without friction leaves it where cos a = 2/3, after a little push
do
  local s = tw.scene { gravity = "earth", rtol = 1e-8 }
  local R, r, v = 1, 0.1, 0.02
  s:sphere { radius = R, fixed = true, collide = true, friction = 0 }
  local ball = s:sphere { radius = r, mass = 2, position = { 0, 0, R + r }, velocity = { v, 0, 0 }, collide = true,
    friction = 0 }
  while #s.contacts > 0 and s.time < 10 do s:advance(0.002) end
  -- N = m (g cos a - u^2 / (R + r)) = 0, u^2 = v^2 + 2 g (R + r) (1 - cos a)
  near("leaves at", ball.position.z / ball.position:length(), (2 + v * v / (g * (R + r))) / 3, 2e-2)
  near("energy", ball.velocity:dot(ball.velocity) + 2 * g * (ball.position.z - (R + r)), v * v, 2e-6 * g * (R + r))
end

-- in a bowl that is half a ring, without friction: a pendulum of length 0.5
do
  local s = tw.scene { gravity = "earth", rtol = 1e-9, atol = 1e-12 }
  s:torus { major_radius = 1, minor_radius = 0.3, orientation = tw.axis_angle({ 1, 0, 0 }, math.pi / 2), fixed = true,
    collide = true, friction = 0 }
  local q = tw.axis_angle({ 0, 1, 0 }, 0.6)
  local ball = s:sphere { radius = 0.2, mass = 2, position = q * tw.vec3(0, 0, -0.5), collide = true, friction = 0 }
  local p = tw.scene { gravity = "earth", rtol = 1e-9, atol = 1e-12 }
  local bob = p:sphere { radius = 1e-3, mass = 2, position = q * tw.vec3(0, 0, -0.5) }
  p:distance { a = p:nail { 0, 0, 0 }, b = bob.center, length = 0.5 }
  for k = 1, 20 do
    s:advance(0.1)
    p:advance(0.1)
    near("in a bowl", (ball.position - bob.position):length(), 0, 2e-5)
  end
end
print "contacts last as they should"

-- what is said of the stepper that takes over: more boxes than `auto` holds
do
  local s = tw.scene { gravity = "earth" }
  s:ground { height = 0 }
  for i = 1, 6 do s:box { size = { 0.2, 0.2, 0.2 }, mass = 1, position = { 0, 0, 0.2 * i - 0.1 }, collide = true } end
  s:advance(0.1)
  local n = s:stats()
  assert(n.stepper == "timestep" and n.coarse_steps > 0 and n.coarse_steps <= n.steps)
end
