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

-- A straight pair of links whose end is called to a place beyond its reach, which rests, or moves there on a path.
local function pair(stepper, goal)
  local s, turned = tw.scene { stepper = stepper }, tw.euler(0, math.pi / 2, 0)
  local a = s:rod { length = 0.1, radius = 0.01, position = { 0.05, 0, 0 }, orientation = turned }
  local b = s:rod { length = 0.1, radius = 0.01, position = { 0.15, 0, 0 }, orientation = turned }
  local nail, joint = s:connect(a.end1, s:nail { 0, 0, 0 }), s:connect(b.end1, a.end2)
  return s, a, { nail, joint, s:connect(b.end2, goal(s)) }
end

local function path(s)
  return s:path(function(t)
    local way = 1 - tw.math.exp(-3 * t)
    return { 0.2 + 0.0278 * way, 0, 0.0127 * way }
  end)
end

-- the three deviations are equal at rest, and lie in one line: a third of what is missing each
for _, stepper in ipairs { "auto", "dopri", "adams", "bdf", "rk4", "wave" } do
  local s, _, joints = pair(stepper, path)
  s:advance(4)
  local missing = math.sqrt(0.2278 ^ 2 + 0.0127 ^ 2) - 0.2
  for i, c in ipairs(joints) do
    local off = math.abs(c.deviation:length() - missing / 3)
    if not (off < 2e-5) then error(("%s: gap %d is off by %g"):format(stepper, i, off)) end
  end
end

-- under timestep no rate of the path is asked of the pose that cannot give it: the links turned at 80,000 rad/s
for _, way in ipairs { { 0.03, 0.013 }, { -0.1, 0 }, { 0, 0.05 } } do
  local s, a = pair("timestep", function(scene)
    return scene:path(function(t) return { 0.2278 + way[1] * t, 0, 0.0127 + way[2] * t } end)
  end)
  for _ = 1, 60 do
    s:advance(1 / 60)
    local turns = a.angular_velocity:length()
    if not (turns < 10) then error(("a path that cannot be followed: %g rad/s"):format(turns)) end
  end
end
