-- Bricard's mechanism: 30 rows on 30 coordinates, of which 29 count everywhere: one freedom.
local tw = require "tauwerk"
local case = require "case"
local ref = case.load "06b_bricard_iftomm_a04"
local p = ref.params

local scene = tw.scene { gravity = p.gravity, rtol = 1e-10, atol = 1e-13 }
local body = {}
for _, b in ipairs(p.bodies) do body[b.name] = case.body(scene, b) end
local joint = {}
for i, j in ipairs(p.joints) do
  local a, b = body[j.body_a], body[j.body_b]
  if not a then a, b = b, nil end
  joint[i] = scene:hinge { a = a, b = b, at = j.point_world, axis = j.axis_world }
end
local P3, P4 = body.rod2:point_at(p.joint_points_P1_to_P6[3]), body.rod3:point_at(p.joint_points_P1_to_P6[4])
local tolerance = ref.tolerance_suggested
for _, s in ipairs(ref.samples) do
  scene:advance_to(s.t)
  local v = s.values
  case.near("P3", P3.position, v.P3, tolerance.P3_abs)
  case.near("v_P3", P3.velocity, v.v_P3, 10 * tolerance.P3_abs)
  case.near("P4", P4.position, v.P4, tolerance.P3_abs)
  case.near("energy", scene:energy().total, p.energy, tolerance.energy_abs)
  for i = 1, 5 do
    local b = body["rod" .. i]
    case.near("com", b.position, v.com[i], tolerance.P3_abs)
    case.same_rotation("q", b.orientation, v.quaternions_wxyz[i], tolerance.P3_abs)
  end
  for i = 1, 6 do
    case.near("angle", math.abs(joint[i].angle), math.abs(v.joint_angles_from_start[i]), tolerance.P3_abs)
  end
end
local stats = scene:stats()
assert(stats.rows == 30 and stats.rank == 29, ("rank %d of %d"):format(stats.rank, stats.rows))
case.report()
