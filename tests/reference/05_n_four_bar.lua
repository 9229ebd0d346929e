-- Square windows of rods that turn over again and again. Whenever all rods line up, the freedoms jump from 1 to N + 1,
-- and the motion must go on along the parallelogram, at any tau and tolerance.
local tw = require "tauwerk"
local case = require "case"

-- a joint as a user would make it, and as two points of its axis
local make = {}
function make.hinge(scene, a, b, at) scene:hinge { a = a, b = b, at = at, axis = { 0, 0, 1 } } end
function make.points(scene, a, b, at)
  for _, z in ipairs { -0.25, 0.25 } do
    local p = tw.vec3(at[1], at[2], z)
    scene:connect(a:point_at(p), b and b:point_at(p) or scene:nail(p))
  end
end

local function run(name, joint, settings)
  local ref = case.load(name)
  local p = ref.params
  settings.gravity = p.gravity
  local scene = tw.scene(settings)
  local body = {}
  for _, b in ipairs(p.bodies) do
    -- slender: no matter for the planar motion, but a body must have three moments
    for i = 1, 3 do b.inertia_com_body[i] = math.max(b.inertia_com_body[i], 1e-3) end
    body[b.name] = case.body(scene, b)
  end
  for _, j in ipairs(p.joints) do
    local a, b = body[j.body_a], body[j.body_b]
    if a then make[joint](scene, a, b, j.point_world) else make[joint](scene, b, nil, j.point_world) end
  end
  local B0 = body.up0:point_at { 0, 1, 0 }
  local tolerance = ref.tolerance_suggested
  case.near("energy", scene:energy().total, p.energy, 1e-12)
  for _, s in ipairs(ref.samples) do
    scene:advance_to(s.t)
    local v, label = s.values, ("N=%d/%s/%s"):format(p.N, joint, settings.stepper or "auto")
    case.near(label .. " B0", B0.position, v.B0, tolerance.B0_abs)
    case.near(label .. "/v v_B0", B0.velocity, v.v_B0, 10 * tolerance.B0_abs)
    case.near(label .. "/E energy", scene:energy().total / p.energy, 1, tolerance.energy_rel)
    for i = 0, p.N do
      case.near(label .. "/w omega", body["up" .. i].angular_velocity.z, v.angular_velocity_z_of_uprights, 1e-3)
    end
  end
end

run("05_n_four_bar_N01", "hinge", { stepper = "rk4", step = 1 / 1000, tau = 0.02 })
for _, rtol in ipairs { 1e-8, 1e-9, 1e-10 } do run("05_n_four_bar_N01", "hinge", { rtol = rtol }) end
run("05_n_four_bar_N01", "hinge", { rtol = 1e-9, tau = 0.02 })
run("05_n_four_bar_N01", "points", { rtol = 1e-9, tau = 0.5 })
run("05_n_four_bar_N01", "hinge", { stepper = "dopri", rtol = 1e-8 })
run("05_n_four_bar_N02", "hinge", { rtol = 1e-9 })

-- Many windows: every loop repeats three rows, and N freedoms open at once. All of it is for the sparse factor, whatever
-- singular values the poses have that a step meets.
local function many(N, seconds)
  local scene = tw.scene { gravity = { 0, -9.81, 0 }, rtol = 1e-9 }
  local up, top = {}, {}
  local function rod(position, inertia, velocity, turning)
    return scene:body { mass = 1, inertia = inertia, position = position, velocity = velocity, angular_velocity = turning }
  end
  for i = 0, N do up[i] = rod({ i, 0.5, 0 }, { 1 / 12, 1e-3, 1 / 12 }, { 0.5, 0, 0 }, { 0, 0, -1 }) end
  for i = 1, N do top[i] = rod({ i - 0.5, 1, 0 }, { 1e-3, 1 / 12, 1 / 12 }, { 1, 0, 0 }, { 0, 0, 0 }) end
  for i = 0, N do
    make.hinge(scene, up[i], nil, { i, 0, 0 })
    if i < N then make.hinge(scene, up[i], top[i + 1], { i, 1, 0 }) end
    if i > 0 then make.hinge(scene, up[i], top[i], { i, 1, 0 }) end
  end
  local energy, label = scene:energy().total, ("N=%d"):format(N)
  scene:advance_to(seconds)
  case.near(label .. "/E energy", scene:energy().total / energy, 1, 1e-7)
  for i = 1, N do
    case.near(label .. "/w omega", up[i].angular_velocity.z, up[0].angular_velocity.z, 1e-3)
    case.near(label .. "/x x", up[i].position - up[0].position, { i, 0, 0 }, 1e-7)
  end
  local calls = scene:stats().svd_calls
  assert(calls == 0, ("%s: %d singular value decompositions"):format(label, calls))
end
many(16, 10)
many(40, 3)
case.report()
