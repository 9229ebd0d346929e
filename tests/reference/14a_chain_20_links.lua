-- A chain of twenty rods between two nails: at rest it stays at rest, and from a V it hangs into the same curve.
local tw = require "tauwerk"
local case = require "case"
local ref = case.load "14a_chain_20_links"
local p, v = ref.params, ref.samples[1].values

-- joints[1 .. n + 1]
local function build(settings, joints)
  settings.gravity = p.gravity
  local scene = tw.scene(settings)
  local link, pin = {}, {}
  for k = 1, p.links do
    link[k] = scene:rod { from = joints[k], to = joints[k + 1], radius = 0.025, mass = p.link_mass }
    pin[k] = scene:connect(link[k].end1, k == 1 and scene:nail(joints[1]) or link[k - 1].end2)
  end
  pin[p.links + 1] = scene:connect(link[p.links].end2, scene:nail(joints[p.links + 1]))
  return scene, link, pin
end

local function check(label, link, pin)
  local tolerance = ref.tolerance_suggested
  for k = 1, p.links do
    case.near(label .. "/joint " .. k, link[k].end2.position, v.joint_positions[k + 1], tolerance.position_abs)
    case.near(label .. "/center " .. k, link[k].position, v.link_centres[k], tolerance.position_abs)
  end
  local weight = p.links * p.link_mass * 9.81
  for k = 1, p.links do
    case.near(label .. "/force " .. k, pin[k].force / weight, tw.vec3(v.force_on_link_at_left_end[k]) / weight,
      tolerance.force_rel)
  end
  local f = v.right_nail_force_on_last_link
  case.near(label .. "/force last", pin[p.links + 1].force / weight, { f[1] / weight, f[2] / weight, 0 },
    tolerance.force_rel)
end

local _, link, pin = build({}, v.joint_positions)
check("at_start", link, pin)
local scene
scene, link, pin = build({ rtol = 1e-10, atol = 1e-12 }, v.joint_positions)
scene:advance(1)
check("stays", link, pin)

local V = {}
for k = 0, p.links do V[k + 1] = { 0.4 * k, -0.3 * math.min(k, p.links - k), 0 } end
scene, link, pin = build({ stepper = "project", step = 1 / 100, tau = 0.1 }, V)
scene:drag { rate = 2 }
scene:advance(20)
check("comes", link, pin)
case.report()
