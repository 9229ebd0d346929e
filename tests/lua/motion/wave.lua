-- Stepper "wave" where it knows how swift a motion is: chains whirl for ten seconds and keep their energy as far as
-- rtol says, laws that vary with time and swift ones are followed, and a snapshot changes no bit.
local tw = require "tauwerk"

local function chain(n, fields, joint)
  fields.gravity = fields.gravity or "earth"
  fields.stepper = fields.stepper or "wave"
  local s, last = tw.scene(fields), nil
  for i = 1, n do
    local b = s:box { size = { 0.25, 0.04, 0.04 }, mass = 1, position = { 0.25 * (i - 0.5), 0, 0 } }
    local f = {}
    for k, v in pairs(joint or {}) do f[k] = v end
    if i == 1 then
      f.point, f.nail = b:point { -0.125, 0, 0 }, s:nail { 0, 0, 0 }
      s:point_to_nail(f)
    else
      f.a, f.b = last, b:point { -0.125, 0, 0 }
      s:point_to_point(f)
    end
    last = b:point { 0.125, 0, 0 }
  end
  return s
end

-- energies from the start, of the greatest kinetic one
for _, n in ipairs { 1, 2, 8, 24 } do
  for _, case in ipairs { { rtol = 1, worst = 0.5 }, { rtol = 1e-6, worst = 2e-3 } } do
    local s = chain(n, { step = 1 / 60, rtol = case.rtol, atol = case.rtol * 1e-3 })
    local worst, most = 0, 0
    for _ = 1, 200 do
      s:advance(0.05)
      local e = s:energy()
      worst, most = math.max(worst, math.abs(e.total)), math.max(most, e.kinetic)
    end
    assert(worst <= case.worst * most, ("%d links, rtol %g: %g of %g J"):format(n, case.rtol, worst, most))
  end
end

-- a law that varies with time: of order 3 at least, or divided until there is nothing to see
do
  local function last(fields)
    local s = chain(3, fields, { tau = function(t) return 0.2 + 0.15 * tw.math.sin(20 * t) end })
    s.bodies[3].position = { 0.7, 0.1, 0 } -- apart
    s:advance(0.5)
    return s.bodies[3].position
  end
  local right = last { stepper = "dopri", rtol = 1e-12, atol = 1e-14 }
  for _, stepper in ipairs { "rk4", "wave" } do
    local e1 = (last { stepper = stepper, step = 1 / 60, projection = false } - right):length()
    local e2 = (last { stepper = stepper, step = 1 / 120, projection = false } - right):length()
    assert(e2 < 1e-4 and (e1 > 7 * e2 or e1 < 1e-6), ("%s: %g, %g m"):format(stepper, e1, e2))
  end
end

-- k and d of one's own, swifter than a step
for _, law in ipairs { { k = 1e5, d = 20 }, { k = 1e6, d = 1 }, { k = 100, d = 2000 } } do
  local s = chain(1, { step = 1 / 60, rtol = 1e-6, atol = 1e-9 }, law)
  s:advance(0.3)
  assert(math.abs(s:energy().total) < 0.01, ("k = %g, d = %g: %g J"):format(law.k, law.d, s:energy().total))
end

-- ten stages where no vibrations are known and nothing turns fast: something else than joints of points, and a force
for _, more in ipairs {
  function(s) s:hinge { a = s:box { size = { 1, 1, 1 }, position = { 0, 5, 0 } }, at = { 0, 5, 0 }, axis = { 0, 1, 0 } } end,
  function(s) s:torque { on = s.bodies[1], value = { 0, 0, 1e-3 } } end,
} do
  local s = chain(3, { step = 1 / 60, rtol = 1e-3 })
  more(s)
  s:advance(0.05)
  local t = s:stats()
  assert(t.steps == 3 and t.evaluations >= 30 and t.evaluations <= 33, t.evaluations)
end

-- and parts of steps where they do: a chain with a spring at its end stands
for _, case in ipairs { { 4, 10, 90 }, { 6, 10, 60 }, { 6, 40, 180 }, { 6, 200, 480 } } do
  local n, k, rate = table.unpack(case)
  local s = tw.scene { gravity = "earth", stepper = "wave", tau = 0.2, step = 1 / rate }
  local before = s:nail { 0, 0, 3 }
  for i = 1, n do
    local rod = s:rod { length = 0.4, radius = 0.03, position = { 0.4 * i, 0.1 * i, 3 },
      orientation = tw.euler(0, 1.2, 0.1 * i) }
    s:connect(rod.end1, before)
    before = rod.end2
  end
  s:spring { a = before, b = s:nail { 1, 1, 0 }, stiffness = k, rest = 0.5 }
  s:advance(4)
  for _, b in ipairs(s.bodies) do
    assert(b.velocity:length() < 30, ("%d rods, spring of %g N/m, 1/%d s: %s"):format(n, k, rate, b.velocity))
  end
end

-- back in the middle of a divided step
do
  local s = chain(24, { step = 1 / 17, rtol = 1e-3, atol = 1e-6 })
  s:advance(1.02)
  local memory = s:snapshot()
  s:advance(0.8)
  local hash = s:hash()
  s:restore(memory)
  s:advance(0.8)
  assert(s:hash() == hash)
end
