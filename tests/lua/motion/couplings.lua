-- Gears, racks and screws over whole turns, springs with rest lengths, custom constraints of velocities, moving frames:
-- closed forms, under every stepper.
local tw = require "tauwerk"

-- error allowed, in parts of the size of a number, by stepper: fixed steps are 1/600 s
local within = { auto = 1e-7, dopri = 1e-7, adams = 2e-5, bdf = 2e-4, rk4 = 1e-6, timestep = 5e-4, project = 2e-2 }

local function case(name, steppers, f)
  for stepper, eps in tw.sorted(within) do
    if not steppers or steppers:find(stepper, 1, true) then
      local function S(fields)
        local all = { stepper = stepper, step = 1 / 600, rtol = 1e-10, atol = 1e-12, tau = 0.1 }
        for k, v in pairs(fields or {}) do all[k] = v end
        return tw.scene(all)
      end
      local function near(what, got, wanted, size, factor)
        local off = got - wanted
        off = type(off) == "number" and math.abs(off) or off:length()
        local most = eps * (factor or 1) * (size or math.max(1, type(wanted) == "number" and math.abs(wanted) or wanted:length()))
        if not (off <= most) then
          error(("%s, %s: %s: got %s, expected %s, off by %.3g"):format(name, stepper, what, tostring(got), tostring(wanted), off), 2)
        end
      end
      f(S, near, stepper)
    end
  end
end

-- a gear of 2 : -3 under a constant torque, over five turns: the inertias add as ratio^2
case("gear", nil, function(S, near)
  local s = S()
  local a = s:disk { radius = 0.3, height = 0.1, mass = 2 }
  local b = s:disk { radius = 0.2, height = 0.1, mass = 3, position = { 1, 0, 0 } }
  local ha = s:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  local hb = s:hinge { a = b, at = { 1, 0, 0 }, axis = { 0, 0, 1 } }
  s:gear { a = ha, b = hb, ratio = -1.5 }
  s:torque { on = a, value = { 0, 0, 4 } }
  s:advance_to(1.5)
  local acceleration = 4 / (0.5 * 2 * 0.09 + 2.25 * 0.5 * 3 * 0.04)
  near("angle", ha.angle, 0.5 * acceleration * 2.25)
  near("follows", hb.angle, -1.5 * 0.5 * acceleration * 2.25)
  near("speed", ha.speed, acceleration * 1.5)
end)

-- a pinion on a rack that carries a load up: m g r against inertia
case("rack", nil, function(S, near)
  local s = S { gravity = { 0, 0, -9.81 } }
  local pinion = s:disk { radius = 0.1, height = 0.05, mass = 1, position = { 0, 0, 1 }, orientation = tw.rotation({ 0, 0, 1 }, { 0, 1, 0 }) }
  local load = s:box { size = { 0.1, 0.1, 0.1 }, mass = 2, position = { 0.2, 0, 0 } }
  local h = s:hinge { a = pinion, at = { 0, 0, 1 }, axis = { 0, 1, 0 } }
  local l = s:slider { a = load, at = { 0.2, 0, 0 }, axis = { 0, 0, 1 } }
  s:rack { a = h, b = l, ratio = 0.1 }
  s:torque { on = pinion, value = { 0, 5, 0 } }
  s:advance_to(1)
  local acceleration = (5 / 0.1 - 2 * 9.81) / (2 + 0.5 * 1)
  near("height", load.position.z, 0.5 * acceleration)
  near("turns", h.angle, 5 * acceleration)
end)

-- a nut that sinks along a screw: m a = m g - I (2 pi / pitch)^2 a
case("screw", nil, function(S, near)
  local s = S { gravity = { 0, 0, -9.81 } }
  local nut = s:cylinder { radius = 0.1, height = 0.1, mass = 2 }
  local c = s:screw { a = nut, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, pitch = 0.2 }
  s:advance_to(2)
  local k = 2 * math.pi / 0.2
  local acceleration = -9.81 / (1 + 0.5 * 0.01 * k * k)
  near("height", nut.position.z, 2 * acceleration)
  near("turns", c.angle, 2 * acceleration * k, nil)
  near("energy", s:energy().total, 0, 20)
end)

-- a motor turns a screw three times, the pitch as a left-handed thread
case("screw by motor", "auto dopri rk4 timestep", function(S, near)
  local s = S {}
  local nut = s:cylinder { radius = 0.1, height = 0.1, mass = 2 }
  local c = s:screw { a = nut, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, pitch = -0.05 }
  s:motor { joint = c, angle = function(t) return 6 * math.pi * t * t * (3 - 2 * t) end }
  s:advance_to(1)
  near("height", nut.position.z, -0.15)
  near("angle", c.angle, 6 * math.pi)
end)

-- springs with rest lengths, from rest: one mass between two, hung, and two masses that breathe
case("springs", nil, function(S, near, stepper)
  local s = S { gravity = { 0, 0, -10 } }
  local a = s:sphere { radius = 0.1, mass = 2, position = { 0, 0, 0 } }
  s:spring { a = a.center, b = s:nail { 0, 0, 1 }, rest = 0.6, stiffness = 80 }
  s:spring { a = a.center, b = s:nail { 0, 0, -1 }, rest = 1.3, stiffness = 120 }
  local k, w = 200, math.sqrt(100)
  local rest = (80 * 0.4 + 120 * 0.3 - 20) / k -- z of the equilibrium
  s:advance_to(1)
  near("hung", a.position.z, rest * (1 - math.cos(w)), 1, 3)
  near("its speed", a.velocity.z, rest * w * math.sin(w), 3, 3)
  s = S {}
  local b = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0 }, velocity = { 0.5, 0.2, 0 } }
  local c = s:sphere { radius = 0.1, mass = 3, position = { 1.2, 0, 0 }, velocity = { 0.5, 0.2, 0 } }
  s:spring { a = b.center, b = c.center, rest = 1, stiffness = 30 }
  s:advance_to(1.5)
  local omega = math.sqrt(30 * (1 + 1 / 3))
  local length = 1 + 0.2 * math.cos(omega * 1.5)
  near("breathing", (c.position - b.position):length(), length, nil, 3)
  near("their centre", (b.position + c.position * 3) / 4, tw.vec3(0.9 + 0.75, 0.3, 0))
  if stepper ~= "project" then near("their energy", s:energy().total, 0.5 * 4 * 0.29 + 0.5 * 30 * 0.04, nil, 5) end
end)

-- a spring whose rest length grows: a forced oscillator, x'' = -w^2 (x - 1 - 0.1 t)
case("growing rest", nil, function(S, near)
  local s = S {}
  local a = s:sphere { radius = 0.1, mass = 1, position = { 1, 0, 0 } }
  s:spring { a = a.center, b = s:nail { 0, 0, 0 }, rest = function(t) return 1 + 0.1 * t end, stiffness = 25 }
  s:advance_to(2)
  near("place", a.position.x, 1.2 - 0.02 * math.sin(10), nil, 2)
end)

-- damping of a spring: under- and overdamped
case("damped", nil, function(S, near)
  for _, c in ipairs { 2, 26 } do
    local s = S {}
    local a = s:sphere { radius = 0.1, mass = 1, position = { 1.5, 0, 0 } }
    s:spring { a = a.center, b = s:nail { 0, 0, 0 }, rest = 1, stiffness = 25, damping = c }
    s:advance_to(1)
    local x
    if c < 10 then
      local w = math.sqrt(25 - c * c / 4)
      x = 0.5 * math.exp(-c / 2) * (math.cos(w) + c / 2 / w * math.sin(w))
    else
      local p, q = -c / 2 + math.sqrt(c * c / 4 - 25), -c / 2 - math.sqrt(c * c / 4 - 25)
      x = 0.5 * (q * math.exp(p) - p * math.exp(q)) / (q - p)
    end
    near("c = " .. c, a.position.x, 1 + x, nil, 2)
  end
end)

-- a bead in a tube that turns at constant speed: r = r0 cosh(w t), and the motor's torque 2 m w r r'
case("bead in a tube", "auto dopri adams rk4 timestep", function(S, near)
  local s = S { tau = 0.05 }
  local tube = s:box { size = { 4, 0.1, 0.1 }, mass = 5, angular_velocity = { 0, 0, 2 } }
  local h = s:hinge { a = tube, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  local motor = s:motor { joint = h, speed = 2 }
  local bead = s:sphere { radius = 0.05, mass = 0.5, position = { 0.3, 0, 0 }, velocity = { 0, 0.6, 0 }, angular_velocity = { 0, 0, 2 } }
  s:slider { a = bead, b = tube, at = { 0.3, 0, 0 }, axis = { 1, 0, 0 } }
  s:advance_to(0.8)

  local e = math.exp(1.6)
  local r, r1 = 0.15 * (e + 1 / e), 0.3 * (e - 1 / e)
  near("radius", bead.position:length(), r)
  near("torque", motor.torque.z, 2 * 0.5 * 2 * r * r1, nil, 10)
end)

-- a pendulum in a lift that accelerates, and one on a cart with constant acceleration: g is that of the frame
case("lift", "auto dopri adams rk4 timestep", function(S, near)
  local s, t = S { gravity = { 0, 0, -9.81 } }, S { gravity = { 0, 0, -11.81 } }
  local function hang(scene, point)
    local rod = scene:rod { from = { 0, 0, 0 }, to = { 0.6, 0, -0.8 }, radius = 0.02, mass = 1 }
    scene:connect(rod.end1, point)
    return rod
  end
  local lift = s:path(function(t) return { 0, 0, t * t } end)
  local a, b = hang(s, lift), hang(t, t:nail { 0, 0, 0 })
  s:advance_to(1)
  t:advance_to(1)
  near("the same", a.position - tw.vec3(0, 0, 1), b.position, nil, 10)
  local u, v = S { gravity = { 0, 0, -9.81 } }, S { gravity = { -3, 0, -9.81 } }
  local cart = u:path(function(t) return { 1.5 * t * t, 0, 0 } end)
  a, b = hang(u, cart), hang(v, v:nail { 0, 0, 0 })
  u:advance_to(1)
  v:advance_to(1)
  near("cart", a.position - tw.vec3(1.5, 0, 0), b.position, nil, 10)
end)

-- a custom constraint of velocities with a drive: two points keep a rate, V' = -V / tau
case("custom rate", "auto dopri adams rk4 timestep", function(S, near)
  local s = S { tau = 0.2 }
  local a = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0 } }
  local b = s:sphere { radius = 0.1, mass = 3, position = { 1, 0, 0 } }
  s:constraint { level = "velocity", points = { a.center, b.center }, deviation = function(x, t)
    return (x.velocity[2] - x.velocity[1]):dot(tw.vec3(1, 0, 0)) - tw.math.sin(3 * t) - 0.5
  end }
  s:advance_to(1)
  -- V = -0.5 e^(-t / tau): the relative speed and its integral
  local e = math.exp(-5)
  near("rate", b.velocity.x - a.velocity.x, 0.5 + math.sin(3) - 0.5 * e, nil, 3)
  near("distance", b.position.x - a.position.x, 1 + 0.5 + (1 - math.cos(3)) / 3 - 0.5 * 0.2 * (1 - e), nil, 3)
  near("momentum", a.velocity + b.velocity * 3, tw.vec3(0, 0, 0))
end)

-- a custom constraint of positions between bodies, and the kind that says the same, move alike
case("custom distance", "auto rk4 timestep project", function(S, near)
  local out = {}
  for k = 1, 2 do
    local s = S { gravity = { 0, 0, -9.81 } }
    local a = s:sphere { radius = 0.1, mass = 1, velocity = { 0, 1, 0 } }
    local b = s:sphere { radius = 0.1, mass = 2, position = { 0, 0, -1 } }
    s:connect(a.center, s:nail { 0, 0, 0 })
    if k == 1 then s:distance { a = a.center, b = b.center, length = 1 }
    else s:constraint { points = { a.center, b.center }, deviation = function(x) return (x[1] - x[2]):length() - 1 end } end
    b.velocity = { 2, 0, 0 }
    s:advance_to(1)
    out[k] = b.position
  end
  near("alike", out[1], out[2], nil, 0.01)
end)

print("ok")
