-- Deviations follow D'' + 2 D'/tau + D/tau^2 = 0 to rounding under the one-step methods, however coarse the tolerance:
-- from rest D = D0 (1 + t/tau) exp(-t/tau). The other steppers keep to it within their tolerance.
local tw = require "tauwerk"

local function worst(settings)
  settings.gravity, settings.tau = "earth", 0.2
  local s = tw.scene(settings)
  local before, pins = s:nail { 0, 0, 0 }, {}
  for i = 1, 5 do
    local rod = s:rod { from = { i - 0.9, 0, 0.3 * i }, to = { i - 0.1, 0.2, 0.3 * i }, radius = 0.05 }
    pins[i] = s:connect(rod.end1, before)
    before = rod.end2
  end
  local start, e = {}, 0
  for i, c in ipairs(pins) do start[i] = c.deviation end
  for k = 1, 40 do
    s:advance_to(0.1 * k)
    local x = s.time / 0.2
    for i, c in ipairs(pins) do e = math.max(e, (c.deviation - start[i] * ((1 + x) * math.exp(-x))):length()) end
  end
  return e
end

for _, case in ipairs {
  { { stepper = "auto", rtol = 1e-6 }, 3e-13 }, { { stepper = "dopri", rtol = 1e-5 }, 3e-13 },
  { { stepper = "rk4", step = 1 / 200 }, 1e-8 }, { { stepper = "wave", step = 1 / 600 }, 1e-8 }, { { stepper = "adams", rtol = 1e-9 }, 1e-5 },
  { { stepper = "bdf", rtol = 1e-9 }, 1e-5 }, { { stepper = "auto", rtol = 1e-9, projection = false }, 1e-7 },
} do
  local e = worst(case[1])
  print(("%-6s %.1e"):format(case[1].stepper, e))
  if not (e <= case[2]) then error(("%s: off the law by %g"):format(case[1].stepper, e)) end
end

-- dopri finds a first step of its own at any tolerance
for _, rtol in ipairs { 1e-9, 1e-11, 1e-12 } do
  local s = tw.scene { gravity = "earth", stepper = "dopri", rtol = rtol, atol = rtol / 1000 }
  local a = s:rod { from = { 0, 0, 0 }, to = { 1, 0, 0 }, radius = 0.03 }
  local b = s:rod { from = { 1, 0, 0 }, to = { 1, 1, 0 }, radius = 0.03 }
  s:connect(a.end1, s:nail { 0, 0, 0 })
  s:connect(a.end2, b.end1)
  local E = s:energy().total
  s:advance_to(0.5)
  assert(math.abs(s:energy().total - E) < 1e-7)
end
