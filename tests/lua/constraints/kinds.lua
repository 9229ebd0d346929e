-- Each kind by what it promises: the law of its deviation, its false goals, what it does to the
-- momenta, and which way its forces point.
local tw = require "tauwerk"
local tau = 0.3

local function near(got, want, within, label)
  local d = type(got) == "number" and math.abs(got - want) or (got - want):length()
  assert(d <= within, ("%s: got %s, expected %s (off by %.2g)"):format(label, got, want, d))
end

local function size(d)
  return type(d) == "number" and math.abs(d) or (d.length and d:length()) or (d[1] ^ 2 + d[2] ^ 2) ^ 0.5
end

local function array(d)
  if type(d) == "number" then return { d } end
  return #d > 0 and d or { d.x, d.y, d.z }
end

-- D follows (D0 + (V0 + D0/tau) t) exp(-t/tau); of velocity level V0 exp(-t/tau)
local function decays(label, scene, c, velocity)
  local D0, V0, t0 = array(c.deviation), array(c.rate), scene.time
  local scale = size(c.deviation) + (velocity and 0 or tau * size(c.rate))
  assert(scale > 0.05, label .. ": starts assembled")
  local worst = 0
  for k = 1, 50 do
    scene:advance_to(t0 + k * tau / 5)
    local t = scene.time - t0
    for i, d in ipairs(array(c.deviation)) do
      local want = velocity and D0[i] * math.exp(-t / tau)
        or (D0[i] + (V0[i] + D0[i] / tau) * t) * math.exp(-t / tau)
      worst = math.max(worst, math.abs(d - want) / scale)
    end
    local sum = tw.vec3(0, 0, 0)
    for _, part in ipairs { "external", "inertial", "velocity", "deviation" } do sum = sum + c.split[part] end
    near(sum, c.force, 1e-8 * (1 + c.force:length()), label .. ": parts of the force")
  end
  print(("%-34s worst difference %.1e of D0"):format(label, worst))
  assert(worst <= 1e-6, label)
end

local function space(fields)
  fields = fields or {}
  fields.tau = tau
  return tw.scene(fields)
end

local function box(scene, x, y, z, more)
  local f = { size = { 0.6, 0.4, 0.2 }, position = { x, y, z }, angular_velocity = { 0.4, -0.3, 0.2 },
              orientation = tw.euler(0.3, -0.5, 0.2) }
  for k, v in pairs(more or {}) do f[k] = v end
  return scene:box(f)
end

-- ---- the law ------------------------------------------------------------------------------------

local kinds, velocities = {}, {}

function kinds.on_line(s)
  return s:on_line { point = box(s, 1, 2, 0):corner(1), through = { 0, 0, 1 }, along = { 1, 0.2, 0.1 } }
end

function kinds.on_line_turning(s)
  local function along(t) return { tw.math.cos(2 * t), tw.math.sin(2 * t), 0 } end
  return s:on_line { point = box(s, 0.5, 0.6, 0.3).center, along = along }
end

function kinds.on_line_of_body(s)
  return s:on_line { point = box(s, 0.5, 0.6, 0.3):corner(2), along = { 0, 1, 0.2 }, on = box(s, -1, 0, 0) }
end

function kinds.distance(s)
  return s:distance { a = box(s, 0, 0, 0):corner(1), b = box(s, 2, 1, 0):corner(3), length = 0.7 }
end

function kinds.distance_moving(s)
  return s:distance { a = box(s, 1, 0, 0):corner(1), b = s:nail { 0, 0, 1 }, length = function(t) return 2 + tw.math.sin(t) end }
end

-- the scalar measure |x|: one row, along the line on which the points come together
function kinds.distance_zero(s)
  local c = s:distance { a = s:sphere { radius = 0.2, velocity = { 0.4, 0.2, 0 } }.center,
                         b = s:sphere { radius = 0.3, position = { 2, 1, 0 } }.center, length = 0 }
  assert(type(c.deviation) == "number" and s:diagnose().rows == 1)
  return c
end

function kinds.axis_in_plane(s)
  return s:axis_in_plane { body = box(s, 0, 0, 0), axis = { 0, 0, 1 }, normal = { 0, 0.1, 1 } }
end

function kinds.joystick(s)
  return s:axis_in_plane { body = box(s, 0, 0, 0), normal = { 0.3, 1, 0.1 } }
end

function kinds.joystick_of_body(s)
  return s:axis_in_plane { body = box(s, 0, 0, 0), normal = { 0.3, 1, 0.1 }, offset = tw.euler(2, 0.3, 0),
                           to = box(s, 2, 0, 0, { angular_velocity = { 1, 2, 0.5 } }) }
end

function kinds.axis_in_plane_of_body(s)
  return s:axis_in_plane { body = box(s, 0, 0, 0), axis = { 1, 1, 0 }, normal = { 1, 0.3, 0 }, to = box(s, 2, 0, 0) }
end

function kinds.touch_spheres(s)
  return s:touch { a = s:sphere { radius = 0.2 }, b = s:sphere { radius = 0.5, position = { 1, 1, 0.5 } } }
end

function kinds.touch_plane(s)
  return s:touch { a = s:sphere { radius = 0.2, position = { 0, 0, 1 } }, through = { 0, 0, 0.1 }, normal = { 0.2, 0, 1 } }
end

function kinds.touch_plane_of_body(s)
  return s:touch { a = s:sphere { radius = 0.2, position = { 0, 0, 1 } }, normal = { 0, 0, 1 }, on = box(s, 0, 0, 0) }
end

function kinds.orientation(s)
  return s:orientation { body = box(s, 0, 0, 0), to = tw.euler(2, 1, -1), offset = tw.euler(0, 0.3, 0) }
end

function kinds.orientation_of_body(s)
  return s:orientation { body = box(s, 0, 0, 0), to = box(s, 2, 0, 0, { orientation = tw.euler(2, 1, -1) }),
                         offset = tw.euler(0, 0.3, 0) }
end

function kinds.orientation_moving(s)
  return s:orientation { body = box(s, 0, 0, 0), to = function(t) return tw.axis_angle({ 0, 0.6, 0.8 }, 2 * t) end }
end

local function helix(s) return { tw.math.cos(s), tw.math.sin(s), 0.2 * s } end

function kinds.on_curve(s)
  return s:on_curve { point = box(s, 0.9, 0.3, 0.2).center, curve = helix, from = -20, to = 20 }
end

function kinds.on_curve_of_body(s)
  return s:on_curve { point = box(s, 1.3, 0.5, 0.2):corner(2), curve = helix, from = -20, to = 20, on = box(s, 0, 0, 0) }
end

function kinds.on_curve_spline(s)
  local knots = { { 0, { -2, 0, 0 } }, { 1, { -1, 0.5, 1 } }, { 2, { 0, 0, 1.2 } }, { 3, { 1, 0.4, 0.8 } }, { 4, { 2, 0, 0 } } }
  return s:on_curve { point = box(s, 0.2, 0.5, 1.6).center, curve = tw.spline(knots) }
end

function velocities.velocity(s)
  return s:velocity { point = box(s, 0, 0, 0):corner(1), value = function(t) return { 1, tw.math.sin(t), 0 } end }
end

function velocities.spin(s)
  return s:spin { body = box(s, 0, 0, 0), value = function(t) return { 1, tw.math.sin(t), 3 } end }
end

for name, make in tw.sorted(kinds) do
  local s = space { gravity = { 0, 0, -9.81 } }
  local c = make(s)
  s:drag { linear = 0.3, angular = 0.1 }
  decays(name, s, c)
end
for name, make in tw.sorted(velocities) do
  local s = space { gravity = { 0, 0, -9.81 } }
  decays(name, s, make(s), true)
end

-- ---- acceleration level -------------------------------------------------------------------------
do
  local s = space { gravity = { 0, 0, -9.81 } }
  local p = box(s, 0, 0, 0):corner(4)
  local x, v = p.position, p.velocity
  local c = s:acceleration { point = p, value = function(t) return { 1, 0, 6 * t } end }
  s:advance(2)
  near(p.velocity, v + tw.vec3(2, 0, 12), 1e-6, "acceleration: velocity")
  near(p.position, x + v * 2 + tw.vec3(2, 0, 8), 1e-6, "acceleration: place")
  near(p.acceleration, tw.vec3(1, 0, 12), 1e-7, "acceleration: now")
  assert(size(c.deviation) < 1e-7)
  c.value = { 0, 0, 0 }
  near(p.acceleration, tw.vec3(0, 0, 0), 1e-7, "acceleration: assigned")
end

-- ---- momenta of isolated pairs ------------------------------------------------------------------
local function momenta(label, make, whole)
  local s = space { rtol = 1e-11, atol = 1e-13 }
  local c = make(s)
  local p, L = s:momentum(), s:angular_momentum()
  for k = 1, 20 do
    s:advance(0.1)
    near(s:momentum(), p, 1e-9 * (1 + p:length()), label .. ": momentum")
    if whole then near(s:angular_momentum(), L, 1e-7 * (1 + L:length()), label .. ": angular momentum") end
  end
end
momenta("distance", kinds.distance, true)
momenta("distance 0", kinds.distance_zero, false)
momenta("on_line", kinds.on_line_of_body, true)
momenta("axis_in_plane", kinds.axis_in_plane_of_body, true)
momenta("joystick", kinds.joystick_of_body, true)
momenta("on_curve", kinds.on_curve_of_body, true)
momenta("touch", kinds.touch_spheres, true)
momenta("touch, plane", kinds.touch_plane_of_body, true)
momenta("orientation", kinds.orientation_of_body, true)
momenta("torsion_spring", function(s)
  s:torsion_spring { a = box(s, 0, 0, 0), b = box(s, 2, 0, 0, { orientation = tw.euler(2, 1, -1) }), stiffness = 3, damping = 0.1 }
end, true)
momenta("attractor", function(s)
  local a, b = box(s, 0, 0, 0), box(s, 2, 0, 0, { velocity = { 0, 1, 0 } })
  s:attractor { at = a:corner(1), strength = 3, softening = 0.1 }
end, true)

-- ---- singular places ----------------------------------------------------------------------------
do -- coinciding points part along z
  local s = space()
  local a, b = s:sphere { radius = 0.1 }, s:sphere { radius = 0.1 }
  local c = s:distance { a = a.center, b = b.center, length = 1 }
  s:advance(20 * tau)
  near(c.deviation, 0, 1e-6, "distance from nothing")
  near(a.position - b.position, tw.vec3(0, 0, 1), 1e-6, "distance from nothing: along z")
end
do -- [BB88 footnote 3] the vector tears a rod off its nail; the distance lets the end come round on its circle
  local off, rows = {}, {}
  for _, kind in ipairs { "vector", "distance" } do
    local s = space()
    s:drag { rate = 0.5 }
    local r = s:rod { length = 1, radius = 0.04, position = { 0.5, 0, 0 }, orientation = tw.axis_angle({ 0, 1, 0 }, math.pi / 2) }
    s:connect(r.end1, s:nail { 0, 0, 0 })
    local goal = s:nail { math.cos(2.5), math.sin(2.5), 0 }
    if kind == "vector" then s:connect(r.end2, goal) else s:distance { a = r.end2, b = goal, length = 0 } end
    local D0 = (r.end2.position - goal.position):length()
    off[kind], rows[kind] = 0, s:diagnose().rows
    for _ = 1, 40 do
      s:advance(0.1)
      off[kind] = math.max(off[kind], r.end1.position:length())
      if kind == "distance" then
        local law = D0 * (1 + s.time / tau) * math.exp(-s.time / tau)
        near((r.end2.position - goal.position):length(), law, 1e-9, "footnote 3: law")
      end
    end
  end
  assert(rows.vector == 6 and rows.distance == 4)
  assert(off.vector > 0.1 and off.distance < 1e-13, ("footnote 3: off the nail by %.2g"):format(off.distance))
end
do -- an axis along the normal comes down into the plane by the rule, and by the law
  local s = space()
  local b = s:box { size = { 0.6, 0.4, 0.2 } }
  local c = s:axis_in_plane { body = b, axis = { 0, 0, 1 }, normal = { 0, 0, 1 } }
  near(c.deviation, math.pi / 2, 2e-5, "axis along the normal")
  s:advance(3 * tau)
  near(c.deviation, math.pi / 2 * 4 * math.exp(-3), 1e-4, "axis from the normal")
  s:advance(20 * tau)
  near((b.orientation * tw.vec3(0, 0, 1)).z, 0, 1e-6, "axis in the plane")
end

do -- a joystick [K06 ex. 4]: with a nail it tilts both ways; the axis of its rotation stays in the plane; two are a hinge
  local s = space { gravity = "earth" }
  local stick = s:box { size = { 0.1, 0.1, 0.5 }, angular_velocity = { 1, 2, 0 } }
  s:connect(stick:point { 0, 0, -0.25 }, s:nail { 0, 0, -0.25 })
  local c = s:axis_in_plane { body = stick, normal = { 0, 0, 1 } }
  local d = s:diagnose()
  assert(c.deviation == 0 and d.rows == 4 and d.freedoms == 2 and d.generic.freedoms == 2, d.message)
  s:advance(2)
  near(stick.orientation.z, 0, 1e-6, "joystick")
  assert((stick.orientation * tw.vec3(0, 0, 1)).z < 0.9, "it has tilted")
  s:axis_in_plane { body = stick, normal = { 1, 0, 0 } }
  assert(s:diagnose().freedoms == 1)
  s:advance(20 * tau)
  near(stick.orientation.x, 0, 1e-6, "hinge")
end
do -- turned by a half about the normal itself it turns back
  local s = space()
  local b = s:box { size = { 0.6, 0.4, 0.2 }, orientation = tw.quat(0, 0, 0, 1) }
  local c = s:axis_in_plane { body = b, normal = { 0, 0, 1 } }
  near(c.deviation, math.pi, 2e-5, "half a turn about the normal")
  s:advance(3 * tau)
  near(c.deviation, math.pi * 4 * math.exp(-3), 1e-4, "back from half a turn")
end

do -- a half turn goes the way that the rule says, about one axis, whatever the signs of quaternions
  for _, axis in ipairs { tw.vec3(1, 0, 0), tw.vec3(0, 1, 0), tw.vec3(-1, 2, -2):normalized() } do
    local s = space()
    local b = s:box { size = { 0.3, 0.3, 0.3 }, orientation = tw.axis_angle(axis, math.pi) }
    local c = s:orientation { body = b, to = tw.quat(1, 0, 0, 0) }
    local positive = axis.z < 0 and axis * -1 or axis
    near(c.deviation, positive * math.pi, 1e-8, "half turn")
    s:advance(3 * tau)
    near(c.deviation, positive * (math.pi * 4 * math.exp(-3)), 1e-6, "half turn: on one axis")
    assert(c.rate:dot(positive) < 0)
  end
end

-- ---- torsion springs ----------------------------------------------------------------------------
do -- a disk on a torsion wire of the world swings as cos(sqrt(k / I) t)
  local s = tw.scene { rtol = 1e-11, atol = 1e-13 }
  local d = s:cylinder { radius = 0.5, height = 0.1, orientation = tw.axis_angle({ 0, 0, 1 }, 1.2), position = { 1, 2, 3 } }
  local I = d.inertia[3]
  local wire = s:torsion_spring { a = d, axis = { 0, 0, 2 }, stiffness = 4 * I, rest = 0.2 }
  near(s:energy().potential, 0.5 * 4 * I * 1, 1e-9 * I, "torsion spring: energy")
  s:advance(1)
  near(d.orientation * tw.vec3(1, 0, 0), tw.vec3(math.cos(0.2 + math.cos(2)), math.sin(0.2 + math.cos(2)), 0), 1e-8,
       "torsion spring: swing")
  wire.rest = "posed"
  near(wire.rest, 0.2 + math.cos(2), 1e-8, "torsion spring: posed")
  near(s:energy().potential, 0, 1e-12, "torsion spring: no energy where it is posed")
end
do -- without an axis, damped: critical, at rest where rest says
  local s = tw.scene {}
  local a = s:sphere { radius = 0.3, orientation = tw.euler(1, -0.5, 0.3) }
  local b = s:sphere { radius = 0.3, position = { 1, 0, 0 }, orientation = tw.euler(0, 2, 0.1), fixed = true }
  local rest = tw.euler(0.1, 0.2, 0.3)
  local I = a.inertia[1]
  local spring = s:torsion_spring { a = a, b = b, stiffness = 25 * I, damping = 10 * I, rest = rest }
  local k0 = s:energy().potential
  s:advance(1) -- |phi| = phi_0 (1 + 5 t) exp(-5 t), about one axis
  near(s:energy().potential, k0 * (6 * math.exp(-5)) ^ 2, 1e-7 * k0, "torsion spring: critical")
  s:advance(5)
  local q = b.orientation:inverse() * a.orientation * rest:inverse()
  near(math.abs(q.w), 1, 1e-9, "torsion spring: at rest")
  spring.rest = "posed"
  assert(spring.rest.w and spring.rest.w ~= 1)
end
do -- energy: a tumbling pair with a spring on the twist
  for _, axis in ipairs { false, { 0.2, 0.3, 1 } } do
    local s = tw.scene { rtol = 1e-11, atol = 1e-13 }
    local a, b = box(s, 0, 0, 0), box(s, 1, 0, 0, { orientation = tw.euler(0.5, 0.2, -1) })
    s:torsion_spring { a = a, b = b, axis = axis or nil, stiffness = 0.5, rest = "posed" }
    local E = s:energy().total
    local most = 0
    for k = 1, 20 do
      s:advance(0.1)
      most = math.max(most, s:energy().potential)
      near(s:energy().total, E, 1e-8 * E, "torsion spring: energy of a pair")
    end
    assert(most > 1e-4 * E)
  end
end

-- ---- touching spheres slide: no torque, and the force is along the line of centres ---------------
do
  local s = space { gravity = { 0, 0, -9.81 } }
  local a = s:sphere { radius = 0.2, position = { 0.3, 0, 1 }, angular_velocity = { 1, 2, 3 } }
  local b = s:sphere { radius = 0.6, fixed = true }
  local c = s:touch { a = a, b = b }
  s:advance(20 * tau)
  near((a.position - b.position):length(), 0.8, 1e-6, "touch: distance")
  near(c.force:cross(a.position - b.position), tw.vec3(0, 0, 0), 1e-6, "touch: force")
  near(a.angular_velocity, tw.vec3(1, 2, 3), 1e-8, "touch: spin")
end

-- ---- a link's pitch: two links hang in each other, wire on wire, that far apart -------------------
do
  local s = tw.scene {}
  local link = s:link { length = 0.3, width = 0.2, radius = 0.02 }
  near(link.pitch, 0.3 - 4 * 0.02, 1e-15, "link: pitch")
end

-- ---- an attractor: a Kepler orbit closes, its energy is kept -------------------------------------
do
  local s = tw.scene { rtol = 1e-11, atol = 1e-13 }
  local b = s:sphere { radius = 0.1, position = { 1, 0, 0 }, velocity = { 0, 1.2, 0 } }
  local sun = s:attractor { at = s:nail { 0, 0, 0 }, strength = 1 }
  local E = s:energy().total
  near(E / b.mass, 1.2 ^ 2 / 2 - 1, 1e-12, "attractor: energy")
  local axis = 1 / (2 - 1.2 ^ 2)
  s:advance(2 * math.pi * axis ^ 1.5)
  near(b.position, tw.vec3(1, 0, 0), 1e-7, "attractor: one orbit")
  near(s:energy().total, E, 1e-9 * math.abs(E), "attractor: energy after it")
  sun.strength = 0
  assert(s:energy().potential == 0 and b.force == tw.vec3(0, 0, 0))
end
do -- only the listed bodies; softening
  local s = tw.scene {}
  local a, b = s:sphere { radius = 0.1, position = { 3, 0, 0 } }, s:sphere { radius = 0.1, position = { 0, 2, 0 } }
  s:attractor { at = s:nail { 0, 0, 0 }, strength = 7, softening = 4, bodies = { a } }
  near(a.force / a.mass, tw.vec3(-7 * 3 / 125, 0, 0), 1e-12, "softened pull")
  assert(b.force == tw.vec3(0, 0, 0))
end

-- ---- rolling ------------------------------------------------------------------------------------
do -- a ball on a slope: 5/7 g sin(angle); a cylinder: 2/3; from a standing start, and it stays on
  local slope = tw.rad(20)
  local normal = tw.vec3(math.sin(slope), 0, math.cos(slope))
  local down = tw.vec3(math.cos(slope), 0, -math.sin(slope))
  local function roll(body, share, label, touching)
    local s = body.scene
    local c = s:rolling { body = body.body, plane = { normal = normal }, touching = touching }
    local x = body.body.position
    if touching == false then s:touch { a = body.body, normal = normal } end
    s:advance(1)
    near(body.body.position - x, down * (share * 9.81 * math.sin(slope) / 2), 1e-6, label)
    near(c.residual, 0, 1e-7, label .. ": residual")
    near(normal:dot(c.force), touching == false and 0 or body.body.mass * 9.81 * math.cos(slope), 1e-5, label .. ": force")
  end
  local s = tw.scene { gravity = "earth" }
  roll({ scene = s, body = s:sphere { radius = 0.3, position = normal * 0.3 } }, 5 / 7, "ball")
  roll({ scene = s, body = s:sphere { radius = 0.2, position = normal * 0.2 + tw.vec3(0, 1, 0) } }, 5 / 7, "ball that touches", false)
  s = tw.scene { gravity = "earth" }
  roll({ scene = s, body = s:cylinder { radius = 0.3, height = 0.2, position = normal * 0.3,
         orientation = tw.rotation({ 0, 0, 1 }, { 0, 1, 0 }) } }, 2 / 3, "cylinder")
end
do -- a wheel rolls straight; tilted, it goes round in a circle of its own: energy is kept
  local s = tw.scene { gravity = "earth", rtol = 1e-10, atol = 1e-12 }
  local R, r, tilt = 0.4, 0.05, 0.25
  local wheel = s:torus { major_radius = R, minor_radius = r, orientation = tw.euler(math.pi / 2 - tilt, 0, 0),
                          position = { 0, 0, r + R * math.cos(tilt) } }
  local spin = wheel.orientation * tw.vec3(0, 0, 12)
  wheel.angular_velocity = spin
  local c = s:rolling { body = wheel }
  local axis = wheel.orientation * tw.vec3(0, 0, 1)
  local to_contact = tw.vec3(0, 0, -r) - (tw.vec3(0, 0, 1) - axis * axis.z):normalized() * R
  wheel.velocity = to_contact:cross(spin)
  near(c.deviation, tw.vec3(0, 0, 0), 1e-12, "wheel: rolls from the start")
  local E = s:energy().total
  for k = 1, 20 do
    s:advance(0.1)
    near(s:energy().total, E, 1e-7 * E, "wheel: energy")
    near(c.deviation, tw.vec3(0, 0, 0), 1e-8, "wheel: slips")
    local a = wheel.orientation * tw.vec3(0, 0, 1)
    near(wheel.position.z, r + R * math.sqrt(1 - a.z ^ 2), 1e-7, "wheel: height of its lowest point")
  end
  assert(math.abs(wheel.velocity.x * spin.y - wheel.velocity.y * spin.x) > 0.1, "it turns")
end
do -- what slips decays as V exp(-t/tau); on a carried plane the pair keeps its momenta
  local s = space { rtol = 1e-11, atol = 1e-13 }
  local plate = box(s, 0, 0, 0)
  local ball = s:sphere { radius = 0.2, position = { 0, 0, 0.5 }, velocity = { 1, 0.5, 0 } }
  local c = s:rolling { body = ball, plane = { normal = { 0, 0, 1 }, on = plate } }
  local p, L = s:momentum(), s:angular_momentum()
  decays("rolling on a body", s, c, true)
  near(s:momentum(), p, 1e-8 * (1 + p:length()), "rolling: momentum")
  near(s:angular_momentum(), L, 1e-6 * (1 + L:length()), "rolling: angular momentum")
end

-- ---- beads on curves ----------------------------------------------------------------------------
do -- a hoop is closed: a bead with enough speed goes round and round, like a pendulum
  local s = tw.scene { gravity = "earth", rtol = 1e-10, atol = 1e-12 }
  local bead = s:sphere { radius = 0.05, position = { 0, 0, -1 }, velocity = { 7, 0, 0 } }
  local c = s:on_curve { point = bead.center, curve = function(u) return { tw.math.sin(u), 0, -tw.math.cos(u) } end,
                         from = 0, to = 2 * math.pi }
  local E, top, back = s:energy().total, -1, false
  for k = 1, 200 do
    s:advance(0.01)
    top = math.max(top, bead.position.z)
    back = back or bead.velocity.x < -1
    near(s:energy().total, E, 1e-7 * E, "hoop: energy")
    near(bead.position:length(), 1, 1e-8, "hoop: radius")
    near(bead.position.y, 0, 1e-8, "hoop: plane")
  end
  assert(top > 0.99 and back, "the bead does not come round")
end
do -- beyond the end of a curve it goes on along the tangent
  local s = tw.scene { rtol = 1e-10, atol = 1e-12 }
  local bead = s:sphere { radius = 0.05, position = { 0, 0, 0 }, velocity = { 1, 0, 0 } }
  local c = s:on_curve { point = bead.center, curve = function(u) return { u, u * u, 0 } end }
  s:advance(4)
  local p = bead.position
  assert(p.x > 1.2)
  near(p.y, 1 + 2 * (p.x - 1), 1e-7, "beyond the end")
  near(bead.velocity:length(), 1, 1e-7, "beyond the end: speed")
end
do -- the force of a bead at rest: across the curve, against gravity
  local s = tw.scene { gravity = { 0, 0, -10 } }
  local bead = s:sphere { radius = 0.05, mass = 2 }
  local c = s:on_curve { point = bead.center, curve = function(u) return { u, 0, u } end, from = -1, to = 1 }
  near(c.force, tw.vec3(-10, 0, 10), 1e-9, "bead: force")
  assert(c.curve == nil)
end
