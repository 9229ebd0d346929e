-- The paper's scalar orientation constraint, D = cos(angle) - 1: one row, three unknowns.
local tw = require "tauwerk"
local case = require "case"
local ref = case.load "10e_orientation_constraint_scalar"
local p = ref.params

local scene = tw.scene { tau = p.tau, rtol = 1e-11, atol = 1e-13 }
local ball = scene:sphere { radius = 0.3, orientation = tw.axis_angle({ 0, 1, 0 }, p.angle0) }
local turn = scene:orient { body = ball, axis = { 0, 0, 1 }, to = { 0, 0, 1 }, measure = "cosine" }

local compared = 0
for _, s in ipairs(ref.samples) do
  if s.values.angle > 1e-3 then
    scene:advance_to(s.t)
    local axis = ball.orientation * tw.vec3(0, 0, 1)
    local angle = math.atan(math.sqrt(axis.x ^ 2 + axis.y ^ 2), axis.z)
    case.near("angle", angle, s.values.angle, ref.tolerance_suggested.angle_abs)
    case.near("D", turn.deviation, s.values.D, 1e-6)
    compared = compared + 1
  end
end
assert(compared >= 5, "too few samples to compare")
case.report()
