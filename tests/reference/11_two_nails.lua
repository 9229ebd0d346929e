-- One ball, two nails that contradict each other: the least-squares, minimum-norm answer.
local tw = require "tauwerk"
local case = require "case"

for _, name in ipairs { "11a_two_nails_same_tau", "11b_two_nails_different_tau" } do
  local ref = case.load(name)
  local p = ref.params
  local scene = tw.scene { gravity = p.gravity, rtol = 1e-11, atol = 1e-13 }
  local ball = case.body(scene, p.bodies[1])
  local pull = {}
  for i = 1, 2 do pull[i] = scene:connect(ball.center, scene:nail(p.nails[i]), { tau = p.taus[i] }) end
  for _, s in ipairs(ref.samples) do
    scene:advance_to(s.t)
    local v, tolerance = s.values, ref.tolerance_suggested
    case.near("position", ball.position, v.position, tolerance.position_abs)
    case.near("velocity", ball.velocity, v.velocity, 10 * tolerance.position_abs)
    case.near("force_1", pull[1].force, v.force_nail_1, tolerance.force_abs)
    case.near("force_2", pull[2].force, v.force_nail_2, tolerance.force_abs)
    local r = math.sqrt(pull[1].residual ^ 2 + pull[2].residual ^ 2)
    case.near("residual", r, v.residual_norm, 1e-6)
  end
end
case.report()
