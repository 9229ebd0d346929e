-- How a step of `timestep` keeps bodies apart: depths come out slowly, what is driven is seen where it will be, and what bodies
-- are driven into in the step is met however many stand in a row.
local tw = require "tauwerk"
local h = 1 / 600

-- put into each other by 50 mm: they part by no more than 2 m/s, and do not move when they are out
do
  local s = tw.scene { stepper = "timestep", step = h }
  local a = s:box { size = { 0.2, 0.2, 0.2 }, collide = true }
  local b = s:box { size = { 0.2, 0.2, 0.2 }, position = { 0.15, 0, 0 }, collide = true }
  for _ = 1, 20 do
    local before = (b.position - a.position):length()
    s:advance(h)
    local part = ((b.position - a.position):length() - before) / h
    assert(part <= 2 + 1e-9, ("they part by %g m/s"):format(part))
  end
  local now = (b.position - a.position):length()
  assert(math.abs(now - 0.2) < 2e-4, ("still %g m into each other"):format(0.2 - now))
  assert(a.velocity:length() + b.velocity:length() == 0)
end

-- what has come in within the step comes out at once, however fast it was
do
  local s = tw.scene { stepper = "timestep", step = 1 / 60 }
  s:box { size = { 1, 1, 0.2 }, position = { 0, 0, -0.1 }, fixed = true, collide = true }
  local rod = s:box { size = { 0.6, 0.02, 0.02 }, position = { 0, 0, 0.25 }, velocity = { 0, 0, -8 }, angular_velocity = { 0, 30, 0 },
    collide = true }
  local deepest = 0
  for _ = 1, 20 do
    s:advance(1 / 60)
    for _, c in ipairs(s.contacts) do deepest = math.max(deepest, -c.gap) end
  end
  assert(deepest < 2e-4, ("%g m deep"):format(deepest))
  assert(rod.position.z > 0, "through the table")
end

-- a hammer that starts from rest with 2000 m/s^2 comes 2.8 mm in the first step: it meets the box in that step
do
  local s = tw.scene { stepper = "timestep", step = h }
  local pull = 2000
  local hammer = s:box { size = { 0.1, 0.1, 0.1 }, collide = true,
    motion = s:path(function(t) return { 0.5 * pull * t * t, 0, 0 } end) }
  local box = s:box { size = { 0.1, 0.1, 0.1 }, position = { 0.1005, 0, 0 }, collide = true, friction = 0 }
  for k = 1, 4 do
    s:advance(h)
    assert(s:stats().depth <= 1e-5, ("step %d: seen when it was %g m deep"):format(k, s:stats().depth))
    assert(math.abs(box.position.x - hammer.position.x - 0.1) < 1e-5)
    local wanted = k == 1 and (0.5 * pull * h * h - 0.0005) / h or pull * (k - 0.5) * h -- the mean of the step
    assert(math.abs(box.velocity.x - wanted) < 0.01, ("step %d: %g m/s, not %g"):format(k, box.velocity.x, wanted))
  end
end

-- one runs into a row of others, each of which meets the next in the same step: nothing goes through, nothing is lost
for _, count in ipairs { 3, 6, 20 } do
  local s = tw.scene { stepper = "timestep", step = h }
  local row = {}
  for i = 1, count do
    row[i] = s:sphere { radius = 0.1, mass = 1, position = { 0.201 * i, 0, 0 }, collide = true, friction = 0,
      velocity = { i == 1 and 30 or 0, 0, 0 } }
  end
  for _ = 1, 3 do
    s:advance(h)
    local p = 0
    for i = 1, count do
      p = p + row[i].velocity.x
      assert(i == 1 or row[i].position.x - row[i - 1].position.x > 0.2 - 1e-3, ("%d of %d passed"):format(i - 1, count))
    end
    assert(row[1].velocity.x < 16, ("%d in a row: the first goes on with %g m/s"):format(count, row[1].velocity.x))
    assert(math.abs(p - 30) < 1e-6, ("%d in a row: momentum %g of 30"):format(count, p))
  end
  assert(s:stats().unfinished == 0)
end

-- Two bars that begin 3 cm inside each other and spin: what turns them apart neither makes them spin faster nor takes more of their
-- angular momentum than that needs
for _, step in ipairs { 1 / 60, 1 / 240 } do
  local s = tw.scene { stepper = "timestep", step = step, gravity = { 0, 0, 0 } }
  local bars = {}
  for i = 1, 2 do
    bars[i] = s:box { size = { 0.4, 0.1, 0.1 }, mass = 1, angular_velocity = { 3, 1, 20 }, collide = true, friction = 0 }
  end
  bars[2].position = { 0.05, 0.07, 0.02 }
  bars[2].orientation = tw.axis_angle({ 0.3, 0.2, 1 }, 0.7)
  for _, b in ipairs(bars) do b.angular_velocity = { 3, 1, 20 } end
  local function momentum()
    local sum = tw.vec3(0, 0, 0)
    for _, b in ipairs(bars) do sum = sum + b.position:cross(b.velocity) * b.mass + b.angular_momentum end
    return sum
  end
  local L, E = momentum(), s:energy().total
  local last = E
  for _ = 1, 60 do
    s:advance(1 / 60)
    assert(s:energy().total < last + 1e-5 * E, ("step %g: energy %g after %g"):format(step, s:energy().total, last))
    last = s:energy().total
  end
  assert((momentum() - L):length() < 0.03 * L:length(), ("step %g: angular momentum %s of %s"):format(step, momentum(), L))
end
