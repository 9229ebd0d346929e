-- A chain that is too short for its nails: it is drawn straight, where the deviations that cannot vanish ask for
-- accelerations without bound. These are damped: it comes to rest with the gap shared among its joints (least squares).
local tw = require "tauwerk"

local function hang(n, settings)
  settings.gravity, settings.tau = { 0, 0, 0 }, 0.2
  local s = tw.scene(settings)
  s:drag { rate = 2 }
  local before, joints = s:nail { 0, 0, 0 }, {}
  for i = 1, n do
    local rod = s:rod { length = 1, radius = 0.04, position = { i, i % 2, 0.3 } }
    joints[i] = s:connect(rod.end1, before)
    before = rod.end2
  end
  joints[n + 1] = s:connect(before, s:nail { 0, 0, n + 3 })
  s:advance(2.5)
  local worst = 0
  for _, c in ipairs(joints) do worst = math.max(worst, math.abs(c.deviation:length() - 3 / (n + 1))) end
  return worst, s:stats().steps
end

for _, case in ipairs { { 2, { stepper = "auto" } }, { 2, { stepper = "dopri", rtol = 1e-6 } },
  { 6, { stepper = "auto", rtol = 1e-6 } } } do
  local off, steps = hang(case[1], case[2])
  print(("%d rods, %-6s gaps off by %.1e, %d steps"):format(case[1], case[2].stepper, off, steps))
  if not (off < 1e-2) then error(("%s: the gaps are off by %g"):format(case[2].stepper, off)) end
end
