-- Each position-level kind, alone and in combinations of full rank: D(t) follows
-- (D0 + (V0 + D0/tau) t) exp(-t/tau) to 1e-6 of |D0| over ten time constants, whatever forces act.
local tw = require "tauwerk"
local tau = 0.3

local function array(d)
  if type(d) == "number" then return { d } end
  if type(d) == "table" and #d > 0 then return d end
  return { d.x, d.y, d.z }
end

local function size(d)
  local s = 0
  for _, v in ipairs(array(d)) do s = s + v * v end
  return math.sqrt(s)
end

local function rod(scene, position, axis)
  return scene:rod { length = 1, radius = 0.1, position = position,
                     orientation = tw.rotation({ 0, 0, 1 }, axis or { 1, 0.2, 0.3 }) }
end

-- the kinds: each makes its bodies and returns its constraint
local make = {}

function make.point_to_nail(scene)
  return scene:connect(rod(scene, { 1, 2, 0 }).end1, scene:nail { 0, 0, 1 })
end

function make.point_to_path(scene)
  local path = scene:path(function(t) return { tw.math.sin(t), 0.5 * t, 1 - tw.math.cos(2 * t) } end)
  return scene:connect(rod(scene, { 1, -1, 0.5 }).end2, path)
end

function make.point_to_point(scene)
  return scene:connect(rod(scene, { 0, 0, 0 }).end2, rod(scene, { 0.5, 2, 1 }, { 0, 1, 0 }).end1)
end

function make.on_plane(scene)
  return scene:on_plane { point = rod(scene, { 0, 0, 2 }).end1, through = { 0, 0, 0.5 }, normal = { 0.1, 0.2, 1 } }
end

function make.on_plane_of_body(scene)
  local carrier = scene:box { size = { 1, 1, 0.2 }, position = { 0, 0, 0 } }
  return scene:on_plane { point = rod(scene, { 0.5, 0.3, 2 }).end1, normal = { 0, 0, 1 }, on = carrier }
end

function make.orient(scene)
  return scene:orient { body = rod(scene, { 0, 0, 0 }), axis = { 0, 0, 1 }, to = { -0.4, 0.3, -0.9 } }
end

function make.orient_to_body(scene)
  local other = scene:box { size = { 1, 0.5, 0.2 }, position = { 2, 0, 0 } }
  return scene:orient { body = rod(scene, { 0, 0, 0 }), axis = { 0, 0, 1 }, to = { other, { 0, 1, 0.1 } } }
end

function make.orient_to_moving(scene)
  local function to(t) return { tw.math.cos(t), tw.math.sin(t), 0.2 } end
  return scene:orient { body = rod(scene, { 0, 0, 0 }, { 0.1, 1, 0.2 }), axis = { 0, 0, 1 }, to = to }
end

local function check(label, constraints, scene)
  local D0, V0, scale = {}, {}, 0
  for i, c in ipairs(constraints) do
    D0[i], V0[i] = array(c.deviation), array(c.rate)
    scale = math.max(scale, size(c.deviation) + tau * size(c.rate))
  end
  assert(scale > 0.1, label .. ": starts assembled, tests nothing")
  local worst, t0 = 0, scene.time
  for k = 1, 50 do
    scene:advance_to(t0 + k * tau / 5)
    local t = scene.time - t0
    local e = math.exp(-t / tau)
    for i, c in ipairs(constraints) do
      for j, d in ipairs(array(c.deviation)) do
        local want = (D0[i][j] + (V0[i][j] + D0[i][j] / tau) * t) * e
        worst = math.max(worst, math.abs(d - want) / scale)
      end
    end
  end
  print(("%-40s worst difference %.1e of D0"):format(label, worst))
  assert(worst <= 1e-6, label)
end

local function scene_with_forces()
  local scene = tw.scene { gravity = { 0, 0, -9.81 }, tau = tau }
  return scene
end

for name, f in tw.sorted(make) do
  local scene = scene_with_forces()
  local c = f(scene)
  scene:drag { linear = 0.3, angular = 0.1 }
  check(name, { c }, scene)
end

-- combinations of full rank
do
  local scene = scene_with_forces()
  local a, b = rod(scene, { 1, 0, 1 }), rod(scene, { -1, 2, 0 }, { 0, 1, 0.3 })
  check("two rods, nail, joint, plane", {
    scene:connect(a.end1, scene:nail { 0, 0, 2 }),
    scene:connect(a.end2, b.end1),
    scene:on_plane { point = b.end2, normal = { 1, 0, 0 } },
  }, scene)
end
do
  local scene = scene_with_forces()
  local a = rod(scene, { 1, 0, 1 })
  check("nail and orient", {
    scene:connect(a.center, scene:nail { 0, 0, 2 }),
    scene:orient { body = a, axis = { 0, 0, 1 }, to = { 0, 1, 1 } },
  }, scene)
end
