-- Frames look inside steps. However coarse the tolerance, deviations are on their law there too: what is met stays
-- together in every picture, and what assembles itself is where the closed form says.
local tw = require "tauwerk"

local function chain(settings, first)
  settings.gravity = "earth"
  local s = tw.scene(settings)
  local before, pins = s:nail(first), {}
  for i = 1, 12 do
    local rod = s:rod { from = { i - 1, 0, 0 }, to = { i, 0, 0 }, radius = 0.05 }
    pins[i] = s:connect(rod.end1, before)
    before = rod.end2
  end
  return s, pins
end

local function largest_gap(settings)
  local s, pins = chain(settings, { 0, 0, 0 })
  local gap, frames = 0, 0
  s:record { "gap", every = 1 / 60, value = function()
    frames = frames + 1
    for _, c in ipairs(pins) do gap = math.max(gap, c.deviation:length()) end
    return gap
  end }
  s:advance_to(2)
  assert(frames >= 120)
  return gap, s:stats().steps
end

for _, case in ipairs {
  { { stepper = "auto", rtol = 1e-1, atol = 1e-4 }, 1e-6 }, { { stepper = "auto", rtol = 1e-3, atol = 1e-6 }, 1e-8 },
  { { stepper = "rk4", step = 1 / 100, rtol = 1e-3, atol = 1e-6 }, 1e-8 },
  { { stepper = "wave", step = 1 / 100, rtol = 1e-3, atol = 1e-6 }, 1e-8 },
  { { stepper = "auto", solver = "svd", rtol = 1e-3, atol = 1e-6 }, 1e-7 },
} do
  local gap, steps = largest_gap(case[1])
  print(("%-5s rtol %g: gap %.1e in %d steps"):format(case[1].stepper, case[1].rtol, gap, steps))
  assert(gap <= case[2])
end

-- the law at frames, from a gap of 0.1 m at one joint
do
  local s, pins = chain({ stepper = "auto", rtol = 1e-2, atol = 1e-5 }, { 0, 0, 0.1 })
  local tau, start, off = s.tau, pins[1].deviation, 0
  s:record { "off", every = 1 / 60, value = function()
    local law = start * ((1 + s.time / tau) * math.exp(-s.time / tau))
    off = math.max(off, (pins[1].deviation - law):length())
    return off
  end }
  s:advance_to(1)
  print(("law at frames: off by %.1e"):format(off))
  assert(off <= 1e-6)
end

-- looking changes nothing
do
  local a, b = chain({ rtol = 1e-3, atol = 1e-6 }, { 0, 0, 0 }), chain({ rtol = 1e-3, atol = 1e-6 }, { 0, 0, 0 })
  b:record { "x", every = 1 / 60, value = function() return b.bodies[12].position.x end }
  a:advance_to(2)
  b:advance_to(2)
  for i, body in ipairs(a.bodies) do
    local d = body.position - b.bodies[i].position
    assert(d.x == 0 and d.y == 0 and d.z == 0)
  end
end
