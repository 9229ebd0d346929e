-- The same nail several times: the motion of one nail, the force shared equally.
local tw = require "tauwerk"
local case = require "case"
local ref = case.load "11c_duplicate_nails"
local p = ref.params

local times = {}
for _, s in ipairs(ref.samples) do
  local k = s.values.copies
  times[k] = times[k] or {}
  table.insert(times[k], s)
end
for copies, samples in pairs(times) do
  local scene = tw.scene { gravity = p.gravity, tau = p.tau, rtol = 1e-12, atol = 1e-14 }
  local ball = case.body(scene, p.bodies[1])
  local pull = {}
  for i = 1, copies do pull[i] = scene:connect(ball.center, scene:nail(p.nail)) end
  for _, s in ipairs(samples) do
    scene:advance_to(s.t)
    case.near("position", ball.position, s.values.position, 1e-8)
    for i = 1, copies do
      case.near("force", pull[i].force, s.values.force_per_copy, ref.tolerance_suggested.force_abs)
    end
  end
end
case.report()
