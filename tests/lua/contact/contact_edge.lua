-- A ball that rolls off a table, under every stepper with error control: fast, it leaves at the edge itself and falls; slow,
-- it turns about the edge. And flat boxes that have landed: their problems are all solved.
local tw = require "tauwerk"
local g = 9.81

local function roll(stepper, v)
  local s = tw.scene { gravity = "earth", stepper = stepper }
  s:box { size = { 2, 2, 1 }, position = { -1, 0, -0.5 }, fixed = true, collide = true }
  local b = s:sphere { radius = 0.1, position = { -0.3, 0, 0.1 }, velocity = { v, 0, 0 }, angular_velocity = { 0, v / 0.1, 0 },
    collide = true, mass = 1 }
  s:advance_to(0.27 / v)
  local before = s:stats().steps
  s:advance_to(0.3 / v + 0.1)
  return b, s:stats().steps - before, s
end

for _, stepper in ipairs { "auto", "dopri", "adams", "bdf" } do
  local b, steps = roll(stepper, 3)
  -- 0.1 s of free fall: t seconds too early are g 0.1 t too deep
  local early = (0.1 - g * 0.005 - b.position.z) / (g * 0.1)
  assert(math.abs(early) < 2e-7, ("%s: leaves %.3g s early"):format(stepper, early))
  assert(steps < 250, ("%s: %d steps over the edge"):format(stepper, steps))
  -- about the edge energy stays while it does not slip: v^2 0.7 of a ball
  local E = 0.5 * 1.4 * 0.5 ^ 2
  local slow, n, s = roll(stepper, 0.5)
  local now = 0.5 * slow.velocity:dot(slow.velocity) + 0.2 * 0.01 * slow.angular_velocity:dot(slow.angular_velocity)
    + g * (slow.position.z - 0.1)
  assert(math.abs(now - E) < 2e-6, ("%s: energy %.9g of %.9g"):format(stepper, now, E))
  assert(n < 250 and s:stats().unfinished == 0, stepper)
end

for _, stepper in ipairs { "auto", "dopri" } do
  for k = 0, 3 do
    local s = tw.scene { gravity = "earth", stepper = stepper }
    s:ground { height = 0, friction = 0.5, restitution = 0.3 }
    for i = 1, 2 do
      s:box { size = { 0.4, 0.3, 0.1 }, position = { i, 0, 0.3 }, collide = true, restitution = 0.3,
        orientation = tw.axis_angle({ 1, 0.3, 0.2 }, 0.1 * k * (i - 1)) }
    end
    s:advance_to(1.5)
    assert(s:stats().unfinished == 0, ("%s: %d unfinished"):format(stepper, s:stats().unfinished))
  end
end
print "edges are where they are"
