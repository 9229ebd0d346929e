-- Energy of a double pendulum once it is assembled: a constraint that is met does no work.
-- max |E - E0| / max KE <= 1e-6 over 10 s at default tolerances.
local tw = require "tauwerk"

local scene = tw.scene { gravity = "earth", tau = 0.1 }
local a = scene:rod { length = 1, radius = 0.05, position = { 0.2, 0.1, -0.3 } }
local b = scene:rod { length = 1, radius = 0.05, position = { 1.5, 0.4, 0 }, orientation = tw.euler(0.3, 1.2, 0) }
local joints = { scene:connect(a.end1, scene:nail { 0, 0, 0 }), scene:connect(a.end2, b.end1) }

while joints[1].deviation:length() > 1e-9 or joints[2].deviation:length() > 1e-9 do
  scene:advance(0.1)
  assert(scene.time < 10, "it does not assemble")
end
local start, E0, most, drift, gap = scene.time, scene:energy().total, 0, 0, 0
for k = 1, 1000 do
  scene:advance_to(start + k * 0.01)
  local e = scene:energy()
  most = math.max(most, e.kinetic)
  drift = math.max(drift, math.abs(e.total - E0))
  for _, j in ipairs(joints) do gap = math.max(gap, j.deviation:length()) end
end
print(("assembled at t = %.1f s; energy drift %.2e of the kinetic energy, largest gap %.1e m, %d steps"):format(
  start, drift / most, gap, scene:stats().steps))
assert(drift / most <= 1e-6)
