-- Two boxes end to end, released horizontally: positions and both joint forces.
local tw = require "tauwerk"
local case = require "case"
local ref = case.load "02a_double_pendulum"
local p = ref.params

local scene = tw.scene { gravity = p.gravity, rtol = 1e-12, atol = 1e-14 }
local rod = { case.body(scene, p.bodies[1]), case.body(scene, p.bodies[2]) }
local joint = {
  scene:connect(rod[1]:point(p.upper_end_body), scene:nail { 0, 0, 0 }),
  scene:connect(rod[2]:point(p.upper_end_body), rod[1]:point(p.lower_end_body)),
}
local tolerance = ref.tolerance_suggested.position_abs

for _, s in ipairs(ref.samples) do
  scene:advance_to(s.t)
  for i = 1, 2 do
    case.near("com", rod[i].position, s.values.com[i], tolerance)
    case.near("omega", rod[i].angular_velocity.z, s.values.angular_velocities_z[i], 10 * tolerance)
    case.near("force", joint[i].force, s.values.joint_forces_on_lower_body[i], 1e-3)
  end
end
case.report()
