-- Joints: each kind assembles from bodies that are apart and misaligned, every row of D following
-- D_0 (1 + t/tau) exp(-t/tau) from rest; then it allows exactly its freedoms and conserves momenta.
local tw = require "tauwerk"

local tau = 0.1
local function decay(t) return (1 + t / tau) * math.exp(-t / tau) end
local function near(a, b, e, what)
  if not (math.abs(a - b) <= e) then error(("%s: got %.12g, expected %.12g within %g"):format(what, a, b, e), 2) end
end

local function rows_of(d)
  if type(d) == "number" then return { d } end
  local r = {}
  for i = 1, type(d) == "table" and #d or 3 do r[i] = d[i] end
  return r
end

-- two bodies apart, at rest, misaligned, far from anything else
local function pair(options)
  local scene = tw.scene { tau = tau, rtol = 1e-11, atol = 1e-13 }
  local a = scene:box { size = { 0.6, 0.4, 0.3 }, position = { 0.3, 0.1, -0.2 }, orientation = tw.euler(0.7, -0.4, 1.1) }
  local b = scene:box { size = { 0.5, 0.7, 0.2 }, position = { 1.1, -0.3, 0.4 }, orientation = tw.euler(-0.2, 0.5, 0.3) }
  return scene, a, b
end

local function spin_up(scene, a, b)
  a.velocity, b.velocity = { 0.2, -0.1, 0.3 }, { -0.3, 0.4, 0.1 }
  a.angular_velocity, b.angular_velocity = { 1, 2, -1.5 }, { -0.7, 0.3, 1.2 }
end

-- relative velocity of the joint's points and angular velocity, seen from b
local function relative(a, b, at_a)
  local x = a:to_world(at_a)
  local q = b.orientation:inverse()
  return q * (a:velocity_at(x) - b:velocity_at(x)), q * (a.angular_velocity - b.angular_velocity)
end

local at = { at_a = { 0.3, 0.1, 0.05 }, at_b = { -0.25, 0.2, 0.1 } }
local axes = { axis_a = { 0, 0, 1 }, axis_b = { 0, 0, 1 } }
local kinds = {
  -- rows; which components of the relative velocity and angular velocity in b's axes are held at 0
  { "ball", 3, v = { 1, 1, 1 }, w = { 0, 0, 0 }, noaxis = true },
  { "hinge", 5, v = { 1, 1, 1 }, w = { 1, 1, 0 } },
  { "hinge", 5, v = { 1, 1, 1 }, w = { 1, 1, 0 }, more = { formulation = "quaternion" } },
  { "universal", 4, v = { 1, 1, 1 }, w = { 0, 0, 0 }, more = { axis_a = { 0, 1, 0 }, axis_b = { 1, 0, 0 } } },
  { "slider", 5, v = { 1, 1, 0 }, w = { 1, 1, 1 } },
  { "cylindrical", 4, v = { 1, 1, 0 }, w = { 1, 1, 0 } },
  { "planar", 3, v = { 0, 0, 1 }, w = { 1, 1, 0 } },
  { "screw", 5, v = { 1, 1, 0 }, w = { 1, 1, 0 }, more = { pitch = 0.2 } },
  { "weld", 6, v = { 1, 1, 1 }, w = { 1, 1, 1 }, noaxis = true },
}

for _, k in ipairs(kinds) do
  local scene, a, b = pair()
  local t = { a = a, b = b, at_a = at.at_a, at_b = at.at_b }
  if not k.noaxis then t.axis_a, t.axis_b = axes.axis_a, axes.axis_b end
  for name, value in pairs(k.more or {}) do t[name] = value end
  local j = scene[k[1]](scene, t)
  local label = k[1] .. (t.formulation or "")
  local D0 = rows_of(j.deviation)
  assert(#D0 == k[2], label .. ": rows")
  local P, L = scene:momentum(), scene:angular_momentum()
  local worst = 0
  for _, time in ipairs { 0.03, 0.1, 0.25, 0.6 } do
    scene:advance_to(time)
    for i, d in ipairs(rows_of(j.deviation)) do worst = math.max(worst, math.abs(d - D0[i] * decay(time))) end
  end
  assert(worst < 1e-8, ("%s: decay is off by %g"):format(label, worst))
  assert((scene:momentum() - P):length() < 1e-10, label .. ": momentum")
  scene:advance_to(3)
  assert(j.met and j.settled, label .. ": not met")
  -- an impulse of any direction, redistributed by the joint; then free motion
  scene:impulse { at = a:point { 0.1, 0.2, -0.1 }, value = { 20, -30, 25 } }
  scene:impulse { at = b:point { -0.1, 0.1, 0.1 }, value = { -25, 10, -15 } }
  P, L = scene:momentum(), scene:angular_momentum()
  local E = scene:energy().kinetic
  local moved = { 0, 0, 0, 0, 0, 0 }
  for step = 1, 20 do
    scene:advance(0.05)
    local v, w = relative(a, b, at.at_a)
    for i = 1, 3 do
      moved[i] = math.max(moved[i], math.abs(v[i]))
      moved[3 + i] = math.max(moved[3 + i], math.abs(w[i]))
    end
    for _, d in ipairs(rows_of(j.deviation)) do assert(math.abs(d) < 1e-7, label .. ": lost") end
  end
  if k[1] ~= "universal" then
    for i = 1, 3 do
      if k.v[i] == 1 then assert(moved[i] < 1e-6, label .. ": slides along " .. i .. " by " .. moved[i])
      elseif k.v[1] + k.v[2] + k.v[3] < 3 then assert(moved[i] > 0.01, label .. ": held along " .. i) end
      if k.w[i] == 1 then assert(moved[3 + i] < 1e-6, label .. ": turns about " .. i)
      else assert(moved[3 + i] > 0.01, label .. ": does not turn about " .. i) end
    end
  end
  near((scene:momentum() - P):length(), 0, 1e-9, label .. ": momentum")
  near((scene:angular_momentum() - L):length(), 0, 1e-6, label .. ": angular momentum")
  near(scene:energy().kinetic, E, 1e-6 * E, label .. ": energy")
  print(("%-16s %d rows, decay to %.1e"):format(label, #D0, worst))
end

-- rows that act at one point conserve angular momentum even before they are met
do
  local scene, a, b = pair()
  scene:slider { a = a, b = b, at_a = at.at_a, at_b = at.at_b, axis_a = { 1, 0, 0 }, axis_b = { 0, 1, 0 } }
  spin_up(scene, a, b)
  local P, L = scene:momentum(), scene:angular_momentum()
  scene:advance(0.3)
  near((scene:momentum() - P):length(), 0, 1e-10, "slider: momentum")
  near((scene:angular_momentum() - L):length(), 0, 1e-7, "slider: angular momentum while unmet")
end

-- a common rigid rotation needs no force but the centripetal one: none in the alignment
for _, formulation in ipairs { "align", "quaternion" } do
  local scene = tw.scene { tau = tau }
  local a = scene:sphere { radius = 0.2, position = { 0, 0, 0 }, orientation = tw.euler(0.3, 1, 0.2) }
  local b = scene:sphere { radius = 0.2, position = { 0, 0, 1 }, orientation = tw.euler(2, 0.1, -1) }
  local h = scene:hinge { a = a, b = b, at = { 0, 0, 0.5 }, axis = { 0.3, 0.4, 1 }, formulation = formulation }
  local w = tw.vec3(0, 0, 2.5) -- along the line of the centres: nothing to hold
  a.angular_velocity, b.angular_velocity = w, w
  near(h.force:length() + h.torque:length(), 0, 1e-9, formulation .. ": force in a common rotation")
  w = tw.vec3(0.7, -0.4, 2.5)
  a.angular_velocity, b.angular_velocity = w, w
  b.velocity = w:cross(b.position)
  -- spheres: T = r x F of the point alone
  near((h.torque - (tw.vec3(0, 0, 0.5)):cross(h.force)):length(), 0, 1e-9, formulation .. ": torque in a common rotation")
  for _, r in ipairs(rows_of(h.rate)) do near(r, 0, 1e-12, formulation .. ": rate in a common rotation") end
end

-- both formulations of the hinge give the same motion: a driven double pendulum in space
do
  local at_end = {}
  for _, formulation in ipairs { "align", "quaternion" } do
    local scene = tw.scene { tau = 0.05, gravity = "earth", rtol = 1e-11, atol = 1e-13 }
    local a = scene:rod { length = 1, radius = 0.04, position = { 0.5, 0, 0 }, orientation = tw.axis_angle({ 0, 1, 0 }, tw.rad(90)) }
    local b = scene:rod { length = 0.7, radius = 0.04, position = { 1, 0.35, 0 }, orientation = tw.axis_angle({ 1, 0, 0 }, tw.rad(-90)) }
    scene:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 1, 0.2 }, formulation = formulation }
    scene:hinge { a = b, b = a, at = { 1, 0, 0 }, axis = { 1, 0.3, 0 }, formulation = formulation }
    scene:advance(1.5)
    at_end[#at_end + 1] = { a.position, b.position, b.angular_velocity }
  end
  for i = 1, 3 do
    near((at_end[1][i] - at_end[2][i]):length(), 0, 1e-8, "formulations")
  end
end

-- an axis that starts opposite to its goal leaves it: half a turn with the same law
do
  local scene = tw.scene { tau = tau, rtol = 1e-10 }
  local a = scene:box { size = { 0.4, 0.3, 0.2 } }
  local h = scene:hinge { a = a, at_a = { 0, 0, 0 }, at_b = { 0, 0, 0 }, axis_a = { 0, 0, 1 }, axis_b = { 0, 0, -1 } }
  local d = h.deviation
  near(math.sqrt(d[4] ^ 2 + d[5] ^ 2), math.pi, 2e-5, "opposite: start")
  scene:advance(0.2)
  d = h.deviation
  near(math.sqrt(d[4] ^ 2 + d[5] ^ 2), math.pi * decay(0.2), 1e-4, "opposite: on the way")
  scene:advance(3)
  near((a.orientation * tw.vec3(0, 0, 1)).z, -1, 1e-9, "opposite: end")
end

-- the angle counts turns, right-handed from b to a, zero when made from the present pose
do
  local scene = tw.scene {}
  local b = scene:sphere { radius = 0.3, position = { 0, 0, 5 }, orientation = tw.euler(1, 2, 3) }
  local a = scene:sphere { radius = 0.1, orientation = tw.euler(0.4, 0.1, -2) }
  local h = scene:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 2 } }
  local g = scene:hinge { a = b, b = a, at = { 0, 0, 5 }, axis = { 0, 0, -1 } }
  assert(h.angle == 0 or math.abs(h.angle) < 1e-15)
  near(g.angle, 0, 1e-15, "angle at creation")
  a.angular_velocity = { 0, 0, tw.rad(360) }
  near(h.speed, tw.rad(360), 1e-12, "speed")
  near(g.speed, tw.rad(360), 1e-12, "speed of the other about the opposite axis")
  local before = scene:hash()
  scene:advance(3.5)
  near(h.angle, 3.5 * tw.rad(360), 1e-6, "3.5 turns")
  near(g.angle, 3.5 * tw.rad(360), 1e-6, "3.5 turns, seen from the other")
  -- put by hand: the nearest
  a.orientation = tw.axis_angle({ 0, 0, 1 }, 0.1) * a.orientation
  near(h.angle, 3.5 * tw.rad(360) + 0.1, 1e-6, "put by hand")
  assert(not pcall(function() return h.position end), "a hinge has no position")
end

-- body coordinates: equal axes mean angle zero where the orientations are equal
do
  local scene = tw.scene { tau = tau }
  local a = scene:box { size = { 1, 1, 1 }, orientation = tw.axis_angle({ 0, 1, 0 }, 0.8) }
  local h = scene:hinge { a = a, at_a = { 0, 0, 0 }, at_b = { 0, 0, 0 }, axis_a = { 0, 2, 0 }, axis_b = { 0, 1, 0 } }
  near(h.angle, 0.8, 1e-12, "angle in body coordinates")
  local s = scene:box { size = { 1, 1, 1 }, position = { 0, 0, 3 } }
  local slide = scene:slider { a = s, at_a = { 0, 0, 0 }, at_b = { 0, 0, 1 }, axis_a = { 0, 0, 1 }, axis_b = { 0, 0, 1 } }
  near(slide.position, 2, 1e-15, "position")
  s.velocity = { 0, 0, 0.5 }
  near(slide.speed, 0.5, 1e-15, "speed of a slider")
  scene:advance(1)
  near(slide.position, 2.5, 1e-9, "position after a second")
end

-- a screw falls as it turns: energy and pitch
do
  local scene = tw.scene { gravity = "earth", tau = 0.05, rtol = 1e-11 }
  local a = scene:cylinder { radius = 0.3, height = 0.1 }
  local s = scene:screw { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, pitch = 0.5 }
  scene:advance(1.5)
  near(s.position, 0.5 * s.angle / tw.rad(360), 1e-8, "pitch")
  assert(s.angle < -3 * math.pi, "several turns")
  -- m g = (m + I (2 pi / p)^2) |z''|
  local I, k = a.inertia[3], 2 * math.pi / 0.5
  near(s.position, -0.5 * a.mass * 9.80665 / (a.mass + I * k * k) * 1.5 ^ 2, 2e-3, "fall")
end

-- motors: speed, angle, position; constant and functions of t
do
  local scene = tw.scene { tau = tau, rtol = 1e-10 }
  local function wheel(x)
    local a = scene:cylinder { radius = 0.2, height = 0.05, position = { x, 0, 0 } }
    return a, scene:hinge { a = a, at = { x, 0, 0 }, axis = { 0, 0, 1 } }
  end
  local _, h1 = wheel(0)
  local _, h2 = wheel(1)
  local _, h3 = wheel(2)
  local c = scene:box { size = { 0.2, 0.2, 0.2 }, position = { 0, 0, 2 } }
  local s = scene:slider { a = c, at = { 0, 0, 2 }, axis = { 1, 0, 0 } }
  local m1 = scene:motor { joint = h1, speed = 4 }
  local m2 = scene:motor { joint = h2, angle = 7.5 }
  scene:motor { joint = h3, angle = function(t) return 5 * t * t end }
  scene:motor { joint = s, position = function(t) return 0.3 * tw.math.sin(2 * t) end }
  near(m1.deviation, -4, 1e-12, "deviation of a speed")
  scene:advance(0.3)
  near(h1.speed, 4 * (1 - math.exp(-0.3 / tau)), 1e-7, "speed on the way")
  near(h2.angle, 7.5 * (1 - decay(0.3)), 1e-7, "angle on the way")
  scene:advance_to(2)
  near(h1.speed, 4, 1e-6, "motor's speed")
  near(h2.angle, 7.5, 1e-6, "motor's angle, more than a turn")
  near(h3.angle, 20, 1e-6, "motor along a function, over turns")
  near(h3.speed, 20, 1e-5, "its speed")
  near(s.position, 0.3 * math.sin(4), 1e-7, "motor's position")
  assert(m1.speed == 4 and m1.angle == nil and m2.angle == 7.5 and m2.joint == h2)
  m1.speed = -2
  scene:advance(1.5)
  near(h1.speed, -2, 1e-5, "changed speed")
  h1:remove()
  assert(not m1:exists() and h2:exists(), "a motor goes with its joint")
  local mine = #scene.constraints
  c:remove()
  assert(not s:exists() and #scene.constraints == mine - 2, "and with the joint's body")
end

-- gears and a rack
do
  local scene = tw.scene { tau = tau, rtol = 1e-10 }
  local frame = scene:box { size = { 3, 1, 0.1 }, position = { 1, 0, -0.3 }, fixed = true }
  local p = scene:cylinder { radius = 0.2, height = 0.05, position = { 0, 0, 0 } }
  local q = scene:cylinder { radius = 0.6, height = 0.05, position = { 0.8, 0, 0 } }
  local bar = scene:box { size = { 2, 0.1, 0.1 }, position = { 0.8, 0.65, 0 } }
  local hp = scene:hinge { a = p, b = frame, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  local hq = scene:hinge { a = q, b = frame, at = { 0.8, 0, 0 }, axis = { 0, 0, 1 } }
  local sl = scene:slider { a = bar, b = frame, at = { 0.8, 0.65, 0 }, axis = { 1, 0, 0 } }
  local g = scene:gear { a = hp, b = hq, ratio = -1 / 3 }
  local r = scene:rack { a = hq, b = sl, ratio = -0.6 }
  scene:motor { joint = hp, speed = 9 }
  scene:advance(3)
  near(hp.speed, 9, 1e-6, "driven wheel")
  near(hq.speed, -3, 1e-6, "gear's speed")
  near(hq.angle, -hp.angle / 3, 1e-8, "gear's angle, over turns")
  near(sl.position, -0.6 * hq.angle, 1e-8, "rack")
  near(bar.velocity.x, 1.8, 1e-6, "rack's speed: that of the rims")
  near(r.angle, hq.angle, 0, "a rack reads its hinge")
  near(r.position, sl.position, 0, "and its slider")
  assert(hp.angle > 4 * math.pi)
  -- what it does not couple: the joint switched off, the coordinate stays
  hq:disable()
  scene:advance(0.05)
  assert(hq.angle == hq.angle and math.abs(hq.speed + 3) < 1e-4)
  hq:enable()
  -- a phase pulls itself together
  g.phase = hq.angle + hp.angle / 3 + 0.5
  near(g.deviation, -0.5, 1e-9, "phase")
  scene:advance(2)
  near(g.deviation, 0, 1e-6, "phase reached")
  hq:remove()
  assert(not g:exists() and not r:exists() and hp:exists() and sl:exists(), "couplings go with their joints")
end

-- a weld of two flying bodies: as they stand
do
  local scene = tw.scene { rtol = 1e-10 }
  local a = scene:box { size = { 1, 0.2, 0.2 }, orientation = tw.euler(1, 1, 0) }
  local b = scene:sphere { radius = 0.2, position = { 1, 0.3, 0 } }
  local w = scene:weld { a = a, b = b }
  near(rows_of(w.deviation)[4], 0, 1e-15, "weld as it stands")
  spin_up(scene, a, b)
  local x = a.orientation:inverse() * (b.position - a.position)
  scene:advance(5)
  -- the bodies started with velocities that the weld does not allow: it pulls them back
  near((a.orientation:inverse() * (b.position - a.position) - x):length(), 0, 1e-5, "weld holds")
end

-- two shafts at 30 degrees and a cross between them: the speeds follow the law of Cardan's joint;
-- the cross is the same where its second axis is not given
for _, given in ipairs { true, false } do
  local scene = tw.scene { tau = 0.05, rtol = 1e-11, atol = 1e-13 }
  local beta = tw.rad(30)
  local along = tw.vec3(math.sin(beta), 0, math.cos(beta))
  local a = scene:cylinder { height = 1, radius = 0.05, position = { 0, 0, -0.5 } }
  local b = scene:cylinder { height = 1, radius = 0.05, position = along * 0.5, orientation = tw.rotation({ 0, 0, 1 }, along) }
  local into = scene:hinge { a = a, at = { 0, 0, -0.5 }, axis = { 0, 0, 1 } }
  local out = scene:hinge { a = b, at = along * 0.5, axis = along }
  local u = scene:universal { a = a, b = b, at = { 0, 0, 0 }, axis = { 0, 1, 0 }, axis2 = given and { math.cos(beta), 0, -math.sin(beta) } or nil }
  scene:motor { joint = into, angle = function(t) return 2 * t * t end }
  for k = 1, 5 do
    scene:advance(0.4)
    local law = math.cos(beta) / (1 - (math.sin(beta) * math.sin(into.angle)) ^ 2)
    near(out.speed / into.speed, law, 1e-9, "Cardan's law")
    assert(u.met and math.abs(u.axis_b:dot(tw.vec3(0, 0, 1))) < 1e-12)
  end
  near(into.angle, 8, 1e-9, "Cardan: driven shaft")
  -- a whole turn of one is a whole turn of the other
  near(math.floor(into.angle / tw.rad(360) + 0.5), math.floor(out.angle / tw.rad(360) + 0.5), 0, "Cardan: turns")
end

-- turns are part of the state: brought back with it, and in the hash
do
  local scene = tw.scene { tau = tau }
  local a = scene:box { size = { 0.4, 0.3, 0.2 }, angular_velocity = { 0, 0, 9 } }
  local b = scene:box { size = { 0.4, 0.3, 0.2 }, position = { 3, 0, 0 } }
  local h = scene:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  local s = scene:screw { a = b, at = { 3, 0, 0 }, axis = { 0, 0, 1 }, pitch = 0.3 }
  scene:gear { a = h, b = s, ratio = -2 }
  scene:advance(1)
  local kept = scene:snapshot()
  scene:advance(2.2)
  local hash, angle, turned = scene:hash(), h.angle, s.angle
  near(turned, -2 * angle, 1e-6, "gear on a screw")
  near(s.position, 0.3 * turned / tw.rad(360), 1e-6, "screw by a gear")
  scene:restore(kept)
  scene:advance(2.2)
  assert(scene:hash() == hash and h.angle == angle and s.angle == turned, "turns after a restore")
end

-- in a group at, axis and what the world carries are in the group's frame
do
  local scene = tw.scene { tau = tau }
  local g = scene:group { name = "g", position = { 1, 2, 3 }, orientation = tw.axis_angle({ 0, 1, 0 }, tw.rad(90)) }
  local a = g:sphere { radius = 0.1, position = { 0.5, 0, 0 } }
  local h = g:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  near((h.axis - tw.vec3(1, 0, 0)):length(), 0, 1e-15, "axis in a group")
  near((h.at - tw.vec3(1, 2, 3)):length(), 0, 1e-15, "point in a group")
  local ball = g:ball { a = a, at_a = { 0.1, 0, 0 }, at_b = { 0, 0, 1 } }
  near((ball.at_b - tw.vec3(2, 2, 3)):length(), 0, 1e-15, "the world's point in a group")
  near((ball.at_a - tw.vec3(0.1, 0, 0)):length(), 0, 1e-15, "the body's point in a group")
end
