-- Impacts elsewhere hide no other: a bullet of 100 m/s meets a card of 1 mm, too, in the instant after a ball has bounced far
-- away. And what a contact that ended has left in depth does not meet again and again while it comes out.
local tw = require "tauwerk"
for _, stepper in ipairs { "auto", "dopri" } do
  for k = 1, 40, 3 do
    local s = tw.scene { stepper = stepper }
    s:ground { height = 0, restitution = 1, friction = 0 }
    s:sphere { radius = 0.1, position = { 5, 0, 0.2 }, velocity = { 0, 0, -1 }, collide = true, restitution = 1 }
    s:box { size = { 0.001, 1, 1 }, position = { 0, 0, 3 }, fixed = true, collide = true }
    -- k millimetres before the card at t = 0.1, as the ball bounces
    local x = -0.0035 - 1e-3 * k
    local bullet = s:sphere { radius = 0.003, mass = 0.01, position = { x - 100 * 0.1, 0, 3 }, velocity = { 100, 0, 0 },
      collide = true, restitution = 0.5 }
    s:advance_to(0.12)
    local wanted = -0.0035 - 50 * (0.02 - 1e-3 * k / 100)
    assert(math.abs(bullet.position.x - wanted) < 1e-9, ("%s, %d mm: at %.12g, not %.12g"):format(stepper, k, bullet.position.x,
      wanted))
  end
end

for _, stepper in ipairs { "auto", "dopri" } do
  local s = tw.scene { gravity = "earth", stepper = stepper }
  s:ground { height = 0, friction = 0.5, restitution = 0.3 }
  local disk = s:disk { radius = 0.25, height = 0.05, position = { 0, 0, 0.6 }, mass = 1, collide = true,
    orientation = tw.axis_angle({ 1, 0.3, 0.2 }, 0.7), angular_velocity = { 1, 0.5, 0 } }
  s:advance_to(1.5)
  assert(disk.position.z > 0.025 - 1e-4 and disk.position.z < 0.1)
  assert(s:stats().steps < 5000, "steps")
end

-- over an edge, where the force ends at once, all steppers come on; a brick tips over it, falls, tumbles and slides to its rest
local ends = {}
for _, stepper in ipairs { "dopri", "auto", "adams", "bdf" } do
  local s = tw.scene { gravity = "earth", stepper = stepper }
  s:ground { height = -1 }
  s:box { size = { 1, 1, 0.2 }, position = { -0.5, 0, -0.1 }, fixed = true, collide = true, friction = 0.2 }
  local ball = s:sphere { radius = 0.1, position = { -0.5, 0.4, 0.1 }, velocity = { 2, 0, 0 }, collide = true, friction = 0 }
  local brick = s:box { size = { 0.2, 0.2, 0.1 }, mass = 1, position = { -0.5, 0, 0.05 }, velocity = { 2, 0, 0 },
    collide = true, friction = 0.2 }
  s:advance_to(0.4)
  assert(math.abs(ball.position.z - (0.1 - 9.81 / 2 * 0.15 ^ 2)) < 1e-4, stepper)
  s:advance_to(2)
  assert(brick.velocity:length() < 1e-7 and math.abs(brick.position.z + 0.95) < 1e-6, stepper)
  ends[#ends + 1] = brick.position.x
  assert(math.abs(ends[#ends] - ends[1]) < 1e-3, stepper)
end

-- a pull that grows: the block goes when it has come to mu N, and auto keeps to its exact motion
do
  local s = tw.scene { gravity = "earth" }
  s:ground { height = 0, friction = 0.5 }
  local b = s:box { size = { 0.4, 0.4, 0.1 }, mass = 2, position = { 0, 0, 0.05 }, collide = true, friction = 0.5 }
  s:force { at = b.center, value = function(t) return { 10 * t, 0, 0 } end }
  s:advance_to(0.981 + 0.5)
  assert(math.abs(b.velocity.x - 0.625) < 1e-5 and math.abs(b.position.x - 10 * 0.125 / 12) < 1e-5)
end

-- restitution under timestep is whole where a bound is reached at the end of a step, too
do
  local s = tw.scene { stepper = "timestep" }
  local b = s:box { size = { 0.1, 0.1, 0.1 }, velocity = { 1, 0, 0 } }
  s:limit { joint = s:slider { a = b, at = { 0, 0, 0 }, axis = { 1, 0, 0 } }, lower = -0.3, upper = 0.3, restitution = 0.5 }
  s:advance_to(3)
  assert(math.abs(b.velocity.x - 0.25) < 1e-6)
end
print "nothing is missed"
