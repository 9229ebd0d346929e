-- A ball on a massless bar, 90 degrees of swing, against Jacobi elliptic functions.
local tw = require "tauwerk"
local case = require "case"
local ref = case.load "01a_simple_pendulum_iftomm_a01"
local p = ref.params

local scene = tw.scene { gravity = p.gravity, rtol = 1e-11, atol = 1e-13 }
local ball = case.body(scene, p.bodies[1])
local pin = scene:connect(ball:point_at { 0, 0, 0 }, scene:nail { 0, 0, 0 })

for _, s in ipairs(ref.samples) do
  scene:advance_to(s.t)
  local v = s.values.ball_variant
  case.near("position", ball.position, v.position, ref.tolerance_suggested.position_abs)
  case.near("omega", ball.angular_velocity.z, v.angular_velocity_z, 1e-5)
  case.near("energy", scene:energy().total, p.mechanical_energy, ref.tolerance_suggested.energy_abs)
  assert(pin.met)
end
case.report()
