-- A uniform rod that falls from 170 degrees: angle, tip and the force at the pivot.
local tw = require "tauwerk"
local case = require "case"
local ref = case.load "01b_rod_pendulum"
local p = ref.params

local scene = tw.scene { gravity = p.gravity, rtol = 1e-11, atol = 1e-13 }
local rod = case.body(scene, p.bodies[1])
local pivot = rod:point(p.pivot_body)
local tip = rod:point { 0, -0.5, 0 }
local pin = scene:connect(pivot, scene:nail { 0, 0, 0 })

for _, s in ipairs(ref.samples) do
  scene:advance_to(s.t)
  case.near("com", rod.position, s.values.com, ref.tolerance_suggested.position_abs)
  case.near("tip", tip.position, s.values.tip, 2 * ref.tolerance_suggested.position_abs)
  local f = s.values.pivot_force_on_rod
  case.near("force", pin.force, f, ref.tolerance_suggested.force_rel * math.sqrt(f[1] ^ 2 + f[2] ^ 2))
end
case.report()
