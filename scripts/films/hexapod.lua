-- A hexapod builds itself out of a heap, stands up and walks off. The very hinges and motors that it walks on draw its
-- parts together; contact and friction do the rest: parts push each other aside in the heap, and feet hold the ground.
local tw = require "tauwerk"
local film = require "_film"
local ease, m = film.ease, tw.math

local rise, build, pace, lower, let_go, stand, walk = 1.4, 2.3, 0.13, 8, 9.3, 9.7, 11 -- s
local scene = tw.scene {
  name = "hexapod", duration = 19, fps = 30, size = { 1920, 1080 }, gravity = "earth", stepper = "timestep", step = 1 / 480,
  seed = 11 }
scene.look = "daylight"
scene:ground { friction = 0.8 }
local X, Y, Z = tw.vec3(1, 0, 0), tw.vec3(0, 1, 0), tw.vec3(0, 0, 1)
local orange, black, steel = { "plastic", color = { 0.72, 0.20, 0.02 } }, { "plastic", color = { 0.035, 0.04, 0.05 } }, "steel"
local function disk(at, axis, radius, height, material)
  return { kind = "cylinder", position = at, orientation = tw.rotation(Z, axis), radius = radius, height = height, material = material }
end
local function ball(at, radius, material) return { kind = "sphere", position = at, radius = radius, material = material } end
local function box(at, size, material) return { kind = "box", position = at, size = size, material = material } end
local function part(name, parts) return scene:compound { name = name, parts = parts, density = 900, friction = 0.8, collide = true } end

-- The hull has six mounts around a deck; a hip hangs below each. A leg's parts have the joint with the part before at their
-- origin and the next one along x: hips turn about z, femora and tibiae about y. A femur is a fork: the knuckles of its
-- neighbours come between its plates, 4 mm from either.
local hips, solids = {}, { box({ 0, 0, 0.035 }, { 0.62, 0.2, 0.05 }, orange), box({ 0.1, 0, 0.07 }, { 0.26, 0.13, 0.03 }, black),
  ball({ 0.3, 0.055, 0.05 }, 0.035, black), ball({ 0.3, -0.055, 0.05 }, 0.035, black) }
for i = 1, 6 do
  local side, row = i % 2 * 2 - 1, (i - 1) // 2 - 1 -- side 1: left; row -1: behind
  local out = side * (math.pi / 2 - 0.6 * row)
  hips[i] = { at = tw.vec3(0.25 * row, 0.15 * side, 0), angle = out, out = tw.vec3(math.cos(out), math.sin(out), 0) }
  solids[#solids + 1] = disk(hips[i].at + Z * 0.036, Z, 0.045, 0.018, steel)
  solids[#solids + 1] = box(hips[i].at + tw.vec3(0, -0.03 * side, 0.05), { 0.06, 0.08, 0.012 }, black)
end
local hull, reach, sole = part("hull", solids), { 0.09, 0.2, 0.27 }, 0.022 -- m: lengths of the parts; radius of a foot
local makes = {
  function() return disk({ 0, 0, 0 }, Z, 0.035, 0.05, black), box({ 0.055, 0, 0 }, { 0.05, 0.024, 0.03 }, black),
    disk({ reach[1], 0, 0 }, Y, 0.022, 0.03, steel) end,
  function()
    local solids = { box({ reach[2] / 2, 0, 0 }, { 0.07, 0.04, 0.022 }, black) }
    for y = -0.023, 0.023, 0.046 do
      solids[#solids + 1] = box({ reach[2] / 2, y, 0 }, { reach[2], 0.008, 0.04 }, orange)
      for e = 0, 1 do solids[#solids + 1] = disk({ e * reach[2], y, 0 }, Y, 0.026, 0.008, orange) end
    end
    return table.unpack(solids)
  end,
  function() return disk({ 0, 0, 0 }, Y, 0.022, 0.03, steel), ball({ reach[3], 0, 0 }, sole, { "rubber", color = { 0.2, 0.2, 0.21 } }),
    { kind = "rod", from = { 0.015, 0, 0 }, to = { reach[3], 0, 0 }, radius = 0.013, material = black } end }

-- The walk as a plan: where the hull is at a time, where a foot is, and the angles of a leg that bring it there. Three feet
-- stand while three swing; what stands, stands still in the world.
local low, high, step, stride, bend = 0.1, 0.2, 0.5, 0.15, -2.2 -- m: heights of the hull; s, m: a step; m: radius of the way
local function pose(t)
  local u = m.max(0, t - walk)
  local turn = stride / step * (m.min(u, 1) ^ 2 / 2 + m.max(u - 1, 0)) / bend
  return X * (bend * m.sin(turn)) + Y * (bend * (1 - m.cos(turn))) + Z * (sole + low + (high - low) * ease(t, stand, stand + 1.25)), turn
end
local function foothold(i, n) -- of leg i after its swing in step n
  local at, turn = pose(n < 0 and 0 or walk + (n + 1.5) * step)
  local p = at + tw.axis_angle(Z, turn) * (hips[i].at + hips[i].out * 0.29)
  return tw.vec3(p.x, p.y, sole)
end
local function foot(i, t) -- its place, and whether it swings
  local n, u = (t - walk) // step, (t - walk) / step % 1
  if n < 0 or (n + i + (i - 1) // 2) % 2 == 1 then return foothold(i, n - 1), false end
  local from, to = foothold(i, n - 2), foothold(i, n)
  return from + (to - from) * (u ^ 3 * (10 - 15 * u + 6 * u * u)) + Z * 0.06 * (4 * u * (1 - u)) ^ 2, true
end
local function angles(i, t)
  local at, turn = pose(t)
  local p = tw.axis_angle(Z, -turn) * (foot(i, t) - at) - hips[i].at
  local away, a, b = math.sqrt(p.x * p.x + p.y * p.y) - reach[1], reach[2], reach[3]
  local d = math.sqrt(away * away + p.z * p.z)
  local up = math.acos((a * a + d * d - b * b) / (2 * a * d)) + math.atan(p.z, away)
  return { math.atan(p.y, p.x), -up, math.pi - math.acos((a * a + b * b - d * d) / (2 * a * b)) }
end

-- The heap: parts fall about the hull. The hull rises; then each part rises to a place before its joint, is turned as it
-- shall be, and comes to the joint by the hinge and the motor that stay: first the hips, then femora, then tibiae.
local above, hold, joints, feet, aside = pose(0) + Z * 0.26, {}, {}, {}, 0
hull.position, hull.orientation = { 0.02, 0, 0.2 }, tw.euler(0.15, 0.1, 0.4)
scene:at(rise, function()
  hold[1] = scene:connect(hull:point(hull:authored { 0, 0, 0 }),
    scene:path(function(t) return above - Z * 0.26 * ease(t, lower, lower + 1.2) end), { tau = 0.2 })
  hold[2] = scene:orientation { body = hull, to = tw.quat(1, 0, 0, 0), tau = 0.15 }
end)
scene:at(let_go, function() for _, c in ipairs(hold) do c:remove() end end)
for i = 1, 6 do
  local place, turn, parent, bent = above + hips[i].at, tw.quat(1, 0, 0, 0), hull, angles(i, 0)
  for k, make in ipairs(makes) do
    local body, axis = part(("leg %d.%d"):format(i, k), { make() }), k == 1 and Z or Y
    local at = k == 1 and hips[i].at or X * reach[k - 1]
    place, turn = k == 1 and place or place + turn * at, turn * tw.axis_angle(axis, bent[k])
    local facing, before, onto = turn, place + hips[i].out * 0.13 - Z * (k == 1 and 0.05 or 0), parent
    local angle, away = hips[i].angle + scene.random:uniform(-0.3, 0.3), scene.random:uniform(0.34, 0.7)
    body.position = hips[i].at + tw.vec3(math.cos(angle) * away, math.sin(angle) * away, 0.06 + 0.12 * k)
    body.orientation = scene.random:rotation()
    local origin, start = body:authored { 0, 0, 0 }, build + 1.65 * (k - 1) + pace * (i - 1)
    scene:at(start, function()
      local draw = scene:connect(body:point(origin), scene:nail(before), { tau = 0.14 })
      local face = scene:orientation { body = body, to = facing, tau = 0.12 }
      scene:at(start + 1.1, function()
        aside = math.max(aside, draw.deviation:length(), reach[k] * face.deviation:length())
        for _, c in ipairs { draw, face } do c:remove() end
        local hinge = scene:hinge { a = body, b = onto, at_a = origin, at_b = onto:authored(at), axis_a = axis, axis_b = axis,
          tau = 0.07 }
        local knots = {}
        for n = 0, scene.duration * 40 do knots[n + 1] = { n / 40, angles(i, n / 40)[k] } end
        joints[#joints + 1] = { hinge, scene:motor { joint = hinge, angle = tw.spline(knots), tau = 0.07 } }
      end)
    end)
    parent = body
  end
  feet[i] = parent:point(parent:authored { reach[3], 0, 0 })
end

scene.camera = { eye = function(t) return pose(t) * 0.7 + tw.vec3(1.2, -2.3, 1.2) end,
  target = function(t) return pose(t) * 0.95 + tw.vec3(0, 0, 0.06) end, fov = tw.deg(34), shutter = 0.5 }
local function tell(from, to, text) scene:text { text, at = "bottom", from = from, to = to, fade = 0.4, size = 0.045 } end
film.title(scene, "A hexapod out of a heap")
tell(build + 1, lower, "its own joints draw it together: 18 hinges, 18 motors")
tell(let_go, walk + 1, "nothing else holds it now: it stands on friction")

-- Checks: all comes together, between plates that it does not touch; nothing passes through anything, in the heap or later;
-- on a way of fifteen steps no foot slips from its place in the plan by a quarter of its width.
local function slip()
  local most = 0
  for i, p in ipairs(scene.time > let_go and feet or {}) do
    local at, swings = foot(i, scene.time)
    most = math.max(most, swings and 0 or (p.position - at):length())
  end
  return most
end
local function unmet() -- joints that are not in place to 0.1 mm and 0.1 mrad
  local count = 18 - #joints
  for _, j in ipairs(joints) do count = count + (j[1].met and j[2].met and 0 or 1) end
  return count
end
local function expect(label, f, within, at) scene:expect { label, value = f, equals = 0, within = within, at = at } end
expect("it is assembled before it is let go", unmet, 0, let_go)
expect("joints and motors hold", unmet, 0, "end")
expect("parts come to their joints straight", function() return aside end, 0.004, lower)
expect("hinges and motors are all", function() return #scene.constraints - 36 end, 0, let_go + 0.1)
film.never_above(scene, "feet stay where they stand", slip, sole / 2)
film.never_above(scene, "nothing passes through anything", function() return scene:stats().depth + scene:stats().passed end, 5e-4)
film.stays_in_picture(scene, function()
  local all = {}
  for i, b in ipairs(scene.bodies) do all[2 * i - 1], all[2 * i] = b.position, b == hull and 0.34 or 0.15 end
  return all
end)
return scene
