-- D(t) of a ball pulled to a nail: the motion does not depend on gravity, the force does.
local tw = require "tauwerk"
local case = require "case"
local ref = case.load "10a_ball_point_to_nail_decay"
local p = ref.params

for _, gravity in ipairs { p.gravity, { 0, 0, 0 } } do
  local scene = tw.scene { gravity = gravity, tau = p.tau, rtol = 1e-12, atol = 1e-14 }
  local ball = case.body(scene, p.bodies[1])
  local pull = scene:connect(ball.center, scene:nail(p.nail))
  for _, s in ipairs(ref.samples) do
    scene:advance_to(s.t)
    local v, tolerance = s.values, ref.tolerance_suggested.position_abs
    case.near("D", pull.deviation, v.D, tolerance)
    case.near("position", ball.position, v.position, tolerance)
    case.near("velocity", ball.velocity, v.velocity, 10 * tolerance)
    local f = gravity[2] == 0 and v.constraint_force_without_gravity or v.constraint_force
    case.near("force", pull.force, f, 1e-6)
  end
end
case.report()
