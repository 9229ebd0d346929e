-- A ball is pulled to a point that moves along a path.
local tw = require "tauwerk"
local case = require "case"
local ref = case.load "10d_ball_point_to_path"
local p = ref.params

local scene = tw.scene { gravity = p.gravity, tau = p.tau, rtol = 1e-12, atol = 1e-14 }
local ball = case.body(scene, p.bodies[1])
local path = scene:path(function(t) return { 2 + tw.math.cos(2 * t), 1 + 0.5 * t, tw.math.sin(2 * t) } end)
local pull = scene:connect(ball.center, path)

for _, s in ipairs(ref.samples) do
  scene:advance_to(s.t)
  local v, tolerance = s.values, ref.tolerance_suggested.position_abs
  case.near("D", pull.deviation, v.D, tolerance)
  case.near("position", ball.position, v.position, tolerance)
  case.near("velocity", ball.velocity, v.velocity, 10 * tolerance)
  case.near("force", pull.force, v.constraint_force, 1e-6)
end
case.report()
