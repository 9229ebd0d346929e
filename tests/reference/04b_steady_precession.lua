-- A heavy symmetric top on a ball joint in steady precession, spin 150 rad/s.
local tw = require "tauwerk"
local case = require "case"
local ref = case.load "04b_steady_precession_slow"
local p = ref.params

local scene = tw.scene { gravity = p.gravity, rtol = 1e-12, atol = 1e-14 }
local top = case.body(scene, p.bodies[1])
local pin = scene:connect(top:point(p.pivot_body), scene:nail { 0, 0, 0 })

for _, s in ipairs(ref.samples) do
  scene:advance_to(s.t)
  local axis = top.orientation * tw.vec3(p.symmetry_axis_body)
  case.near("axis", axis, s.values.axis_world, ref.tolerance_suggested.axis_abs)
  case.near("com", top.position, s.values.com, ref.tolerance_suggested.axis_abs)
  case.near("force", pin.force, s.values.pivot_force_on_top, 1e-4)
end
case.report()
