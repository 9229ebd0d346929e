-- A torque-free body with moments 1, 2, 3 tumbles; its angular momentum stays.
local tw = require "tauwerk"
local case = require "case"
local ref = case.load "03b_asymmetric_top_generic"
local p = ref.params

local scene = tw.scene { rtol = 1e-11, atol = 1e-13 }
local top = case.body(scene, p.bodies[1])

for _, s in ipairs(ref.samples) do
  scene:advance_to(s.t)
  case.near("omega", top.angular_velocity, s.values.omega_world, ref.tolerance_suggested.omega_abs)
  case.same_rotation("orientation", top.orientation, s.values.quaternion_wxyz, 1e-6)
  case.near("momentum", top.angular_momentum, p.angular_momentum_world, 1e-6 * 5)
  case.near("energy", scene:energy().kinetic, p.kinetic_energy, 1e-6 * p.kinetic_energy)
end
case.report()
