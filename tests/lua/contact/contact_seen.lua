-- Scenes as a user would try them, against closed forms: lifts, belts, loops, billiards, ladders, wedges, tumblers.
local tw = require "tauwerk"
local g = 9.81
local sin, cos, sqrt, pi = math.sin, math.cos, math.sqrt, math.pi
local V = tw.vec3
local along_y = tw.axis_angle({ 1, 0, 0 }, pi / 2)
local cases = dofile "tests/lua/_cases.lua"
local case, force = cases.new(...), cases.force

case("two in a lift that speeds up: m (g + a)", function(S, near, check)
  local s = S()
  local lift = s:box { size = { 1, 1, 0.1 }, collide = true, motion = s:path(function(t) return { 0, 0, 1.5 * t * t } end) }
  local a = s:box { size = { 0.3, 0.3, 0.2 }, mass = 3, position = { 0, 0, 0.15 }, collide = true }
  local b = s:box { size = { 0.2, 0.2, 0.2 }, mass = 2, position = { 0, 0, 0.35 }, collide = true }
  near("b before", force(b, s).z, 2 * (g + 3), 1e-6, 1e-6)
  near("a before", force(a, s).z, 3 * (g + 3), 1e-6, 1e-6)
  s:advance_to(0.5)
  near("b", force(b, s).z, 2 * (g + 3), 1e-3, 1e-5)
  near("on the lift", force(lift, s).z, -5 * (g + 3), 1e-3, 1e-5)
  near("place", b.position.z, 0.35 + 1.5 * 0.25, 2e-3)
  near("speed", b.velocity.z, 1.5, 3e-3)
end)

case("a lift that falls away", function(S, near, check)
  local s = S()
  -- 0.5 m, 6 rad/s: up to 18 m/s^2
  local lift = s:box { size = { 1, 1, 0.1 }, collide = true, motion = s:path(function(t) return { 0, 0, 0.5 * tw.math.sin(6 * t) } end) }
  local a = s:sphere { radius = 0.1, mass = 3, position = { 0, 0, 0.15 }, velocity = { 0, 0, 3 }, collide = true }
  local t0 = math.asin(g / 18) / 6
  s:advance_to(t0 - 0.02)
  check(#s.contacts == 1, "on")
  s:advance_to(t0 + 0.03)
  check(#s.contacts == 0, "off")
  s:advance_to(t0 + 0.2)
  near("ballistic", a.position.z, 0.15 + 0.5 * g / 18 + 3 * cos(6 * t0) * 0.2 - g / 2 * 0.04, 1e-2, 2e-6)
end)

case("a piston pushes with m a + mu m g", function(S, near, check)
  local s = S()
  s:ground { friction = 0.3 }
  local p = s:box { size = { 0.2, 0.4, 0.3 }, collide = true, friction = 0, motion = s:path(function(t) return { -0.2 + 0.5 * t * t, 0,
    0.2 } end) }
  local b = s:box { size = { 0.2, 0.2, 0.2 }, mass = 2, position = { 0, 0, 0.1 }, collide = true, friction = 0.3 }
  s:advance_to(0.4)
  local fx = 0
  for _, c in ipairs(s.contacts) do
    if c.a == p or c.b == p then fx = fx + (c.a == b and c.force.x or -c.force.x) end
  end
  near("push", fx, 2 * 1 + 0.3 * 2 * g, 2e-2, 1e-4)
  near("x", b.position.x, 0.5 * 0.16, 2e-3)
end)

case("a belt: v^2 / (2 mu g) behind", function(S, near, check)
  local v, mu = 1.5, 0.4
  local s = S()
  local belt = s:box { size = { 40, 1, 0.2 }, collide = true, friction = mu, position = { 0, 0, -0.1 },
    motion = s:path(function(t) return { 1.5 * t, 0, -0.1 } end) }
  local b = s:box { size = { 0.2, 0.2, 0.2 }, mass = 2, position = { 0, 0, 0.1 }, collide = true, friction = mu }
  local t = v / (mu * g)
  s:advance_to(t / 2)
  near("force while slipping", force(b, s).x, mu * 2 * g, 1e-2, 1e-5)
  s:advance_to(1)
  near("x", b.position.x, v - v * v / (2 * mu * g), 5e-3, 1e-6)
  near("v", b.velocity.x, v, 1e-6)
  near("no force", force(b, s).x, 0, 1e-6, 1e-6)
end)

case("off a smooth ball at 2/3 of the height", function(S, near, check)
  local s, R, r, a0 = S(), 1, 0.1, 0.2
  s:sphere { radius = R, fixed = true, collide = true, friction = 0 }
  local b = s:sphere { radius = r, mass = 1, position = { (R + r) * sin(a0), 0, (R + r) * cos(a0) }, collide = true, friction = 0 }
  local height
  for k = 1, 800 do
    s:advance_to(k / 400)
    if #s.contacts == 0 then
      height = b.position.z / (R + r)
      break
    end
  end
  near("height", height, 2 / 3 * cos(a0), 6e-2, 1e-2)
end)

case("round the hole of a ring: v^2 = 5 g R, or it leaves", function(S, near, check)
  local Rm, a, r = 1, 0.2, 0.1
  local rho = Rm - a - r
  for _, f in ipairs { 0.97, 1.03 } do
    local s = S()
    s:torus { major_radius = Rm, minor_radius = a, orientation = along_y, fixed = true, collide = true, friction = 0 }
    local v = sqrt(5 * g * rho) * f
    local b = s:sphere { radius = r, mass = 1, position = { 0, 0, -rho }, velocity = { v, 0, 0 }, collide = true, friction = 0 }
    s:on_plane { point = b.center, through = { 0, 0, 0 }, normal = { 0, 1, 0 } }
    local off, top = false, false
    for k = 1, 600 do
      s:advance_to(k / 300)
      if #s.contacts == 0 then off = true break end
      if b.position.z > 0.99 * rho then top = true break end
    end
    check((f < 1) == off, ("%g of the speed"):format(f))
    if off then near("leaves at", b.position.z / rho, (v * v / (g * rho) - 2) / 3, 2e-2, 2e-2) end
  end
end, { "auto", "dopri" })

case("oblique bounces with spin, slipping and gripping", function(S, near, check)
  -- sphere: (1) slides through the impact if |u_t| > 7/2 mu (1+e) |u_n|; else leaves rolling: v_t' = 5/7 v_t + 2/7 R w
  local R, e = 0.1, 0.8
  for _, k in ipairs { { 6, 0, 0.1 }, { 2, 0, 0.5 }, { 0, 40, 0.5 }, { 1, -30, 0.05 }, { 3, 30, 1 } } do
    local vx, w, mu = k[1], k[2], k[3]
    local s = S { gravity = { 0, 0, 0 } }
    s:ground { friction = mu, restitution = e }
    local b = s:sphere { radius = R, mass = 2, position = { 0, 0.3, 1 }, velocity = { vx, 0, -4 }, angular_velocity = { 0, w, 3 },
      collide = true, friction = mu }
    s:advance_to(0.5)
    local ut = vx - R * w -- contact point velocity along x
    local J = 2 * (1 + e) * 4
    local jt = -math.max(-mu * J, math.min(mu * J, ut * 2 * 2 / 7))
    near("vz", b.velocity.z, 4 * e, 1e-6)
    near("vx " .. vx, b.velocity.x, vx + jt / 2, 1e-6)
    near("wy", b.angular_velocity.y, w - R * jt / (0.4 * 2 * R * R), 1e-6)
    near("wz", b.angular_velocity.z, 3, 1e-6)
  end
end, { "auto", "dopri" })

case("a rod strikes the floor", function(S, near)
  local L, r, m, a, e = 1, 0.02, 1, 0.6, 0.5
  local s = S { gravity = { 0, 0, 0 } }
  s:ground { friction = 0, restitution = e }
  local b = s:capsule { length = L, radius = r, mass = m, orientation = tw.axis_angle({ 0, 1, 0 }, a), position = { 0, 0, 1 },
    velocity = { 0, 0, -2 }, collide = true }
  s:advance_to(0.4)
  local I, d = b.inertia[1], L / 2 * sin(a)
  local J = (1 + e) * 2 / (1 / m + d * d / I)
  near("velocity", b.velocity.z, -2 + J / m)
  near("turning", b.angular_velocity:length(), J * d / I)
end, { "auto", "dopri" })

case("billiards: at right angles", function(S, near, check)
  local r = 0.05
  local s = S()
  s:ground { friction = 0 }
  local y = r -- impact parameter: sin = 1/2
  local a = s:sphere { radius = r, mass = 0.2, position = { -0.5, y, r }, velocity = { 2, 0, 0 }, collide = true, friction = 0,
    restitution = 1 }
  local b = s:sphere { radius = r, mass = 0.2, position = { 0, 0, r }, collide = true, friction = 0, restitution = 1 }
  s:advance_to(0.5)
  local n = V(cos(pi / 6), -0.5, 0)
  local vb = n * (2 * cos(pi / 6))
  near("b", (b.velocity - vb):length(), 0, 6e-2, 1e-6)
  near("a", (a.velocity - (V(2, 0, 0) - vb)):length(), 0, 6e-2, 1e-6)
  near("right angle", a.velocity:dot(b.velocity), 0, 1e-6)
  near("energy", s:energy().kinetic, 0.4, 1e-6)
end, { "auto", "dopri" })

case("billiards: throw", function(S, near, _, st)
  local r, m, mu, e = 0.05, 0.2, 0.1, 0.9
  local s = S { gravity = { 0, 0, 0 } }
  local y = r
  local a = s:sphere { radius = r, mass = m, position = { -0.5, y, 0 }, velocity = { 2, 0, 0 }, collide = true, friction = mu,
    restitution = e }
  local b = s:sphere { radius = r, mass = m, position = { 0, 0, 0 }, collide = true, friction = mu, restitution = e }
  s:advance_to(0.5)
  if st ~= "timestep" then
    local n, tdir = V(cos(pi / 6), -0.5, 0), V(0.5, cos(pi / 6), 0)
    local J = (1 + e) * 2 * cos(pi / 6) * m / 2
    local ut = 2 * 0.5
    -- tangential effective mass: 1/(2/m + 2 r^2/(0.4 m r^2)) = m / 7
    local Jt = math.min(mu * J, ut * m / 7)
    local vb = n * (J / m) + tdir * (Jt / m)
    near("b", (b.velocity - vb):length(), 0, 1e-6)
    near("spin b", b.angular_velocity.z, -Jt * r / (0.4 * m * r * r), 1e-6)
    near("spin a", a.angular_velocity.z, -Jt * r / (0.4 * m * r * r), 1e-6)
  end
  near("momentum", s:momentum().x, 0.4, 1e-9)
  near("Lz", s:angular_momentum().z, -0.2 * 2 * y, 1e-4)
end)

case("a cylinder rolls up and comes back", function(S, near, check)
  local al, R = 0.3, 0.2
  local s = S { gravity = { -g * sin(al), 0, -g * cos(al) } }
  s:ground { friction = 1 }
  local v = 3
  local b = s:cylinder { radius = R, height = 0.3, mass = 2, orientation = along_y, position = { 0, 0, R }, velocity = { v, 0, 0 },
    angular_velocity = { 0, v / R, 0 }, collide = true, friction = 1 }
  local a = 2 / 3 * g * sin(al)
  s:advance_to(v / a)
  near("x", b.position.x, v * v / (2 * a), 1e-2, 1e-6)
  near("v", b.velocity.x, 0, 1e-2, 1e-6)
  near("friction", force(b, s).x, 2 * g * sin(al) / 3, 1e-2, 1e-5)
  s:advance_to(2 * v / a)
  near("back", b.position.x, 0, 1e-2, 1e-5)
end)

case("backspin", function(S, near, check)
  local R, mu, v, w = 0.1, 0.25, 2, -60
  local s = S()
  s:ground { friction = mu }
  local b = s:sphere { radius = R, mass = 1, position = { 0, 0, R }, velocity = { v, 0, 0 }, angular_velocity = { 0, w, 0 }, collide = true,
    friction = mu }
  local u = v - R * w
  local t = 2 * u / (7 * mu * g)
  s:advance_to(t * 0.999)
  near("before", b.velocity.x, v - mu * g * t * 0.999, 1e-2, 1e-6)
  s:advance_to(t + 1)
  near("final", b.velocity.x, 5 / 7 * v + 2 / 7 * R * w, 1e-2, 1e-6)
  near("x", b.position.x, v * t - mu * g * t * t / 2 + (5 / 7 * v + 2 / 7 * R * w) * 1, 1e-2, 2e-6)
end)

case("tipping or sliding", function(S, near, check)
  -- base w, height h: tips first if w/h < mu
  for _, c in ipairs { { 0.2, 0.5, 0.6, 0.39, false, "stands" }, { 0.2, 0.5, 0.6, 0.41, true, "tips" }, { 0.4, 0.3, 0.3, 0.29, false,
    "stands" }, { 0.4, 0.3, 0.3, 0.31, true, "slides" } } do
    local w, h, mu, tana, moves, what = table.unpack(c)
    local a = math.atan(tana)
    local s = S { gravity = { g * sin(a), 0, -g * cos(a) } }
    s:ground { friction = mu }
    local b = s:box { size = { w, 0.3, h }, mass = 2, position = { 0, 0, h / 2 }, collide = true, friction = mu }
    s:advance_to(1)
    local p, w_ = b.position, b.angular_velocity:length()
    if what == "stands" then near(what .. " x", p.x, 0, 1e-5, 1e-6) end
    if what == "slides" then near("slides", b.velocity.x, g * (sin(a) - mu * cos(a)), 1e-4, 1e-6) near("no turn", w_, 0, 1e-4, 1e-6) end
    if what == "tips" then check(w_ > 0.05, "tips " .. w_) end
  end
end)

case("a ladder at 5 % on both sides of its angle", function(S, near, check)
  local L, r = 2, 0.02
  for _, c in ipairs { { 1.05, true }, { 0.95, false } } do
    local mu = 0.4
    local tana = 2 * mu * (c[2] and 0.95 or 1.05) -- from vertical tan a = 2 mu (mass centre at the middle)
    local a = math.atan(tana)
    local s = S()
    s:ground { friction = mu }
    s:box { size = { 0.2, 4, 8 }, position = { -0.1, 0, 4 }, fixed = true, collide = true, friction = 0 }
    local b = s:capsule { length = L, radius = r, mass = 3, orientation = tw.rotation({ 0, 0, 1 }, V(-sin(a), 0, cos(a))),
      position = { r + L / 2 * sin(a), 0, r + L / 2 * cos(a) }, collide = true, friction = mu }
    s:advance_to(0.5)
    local way = (b.position - V(r + L / 2 * sin(a), 0, r + L / 2 * cos(a))):length()
    if c[2] then near("stands", way, 0, 1e-5, 1e-6)
      -- wall force = m g tan a / 2
      for _, k in ipairs(s.contacts) do if math.abs(k.normal.x) > 0.5 then near("wall", k.force:length(),
        3 * g * L / 2 * sin(a) / (L * cos(a) + r), 1e-2, 1e-5) end end
    else check(way > 1e-3, "slips " .. way) end
  end
end)

case("a wedge between two slopes", function(S, near, check)
  -- a triangular wedge (half angle a) between two fixed blocks with inclined faces, pulled up with force: holds after pressing if tan a < mu
  for _, mu in ipairs { 0.15, 0.35 } do
    local a = math.atan(0.25)
    local s = S { gravity = { 0, 0, 0 } }
    -- inclined planes by rotated boxes, gap opens upward
    for _, side in ipairs { -1, 1 } do
      local q = tw.axis_angle({ 0, 1, 0 }, side * a)
      s:box { size = { 0.2, 1, 2 }, orientation = q, position = q * V(side * 0.1, 0, 0) + V(side * 0.3, 0, 0), fixed = true, collide = true,
        friction = mu }
    end
    local w0 = 0.3 -- half width at z = 0
    local h = 0.3
    local t = math.tan(a)
    local x0, x1 = w0 - h * t, w0 + h * t
    local W = 0.2
    local vs = { { -x0, -W, -h }, { x0, -W, -h }, { x1, -W, h }, { -x1, -W, h }, { -x0, W, -h }, { x0, W, -h }, { x1, W, h }, { -x1, W,
      h } }
    local w = s:mesh { vertices = vs, triangles = { { 1, 2, 3 }, { 1, 3, 4 }, { 5, 7, 6 }, { 5, 8, 7 }, { 1, 5, 6 }, { 1, 6, 2 }, { 4, 3,
      7 }, { 4, 7, 8 }, { 1, 4, 8 }, { 1, 8, 5 }, { 2, 6, 7 }, { 2, 7, 3 } }, mass = 1, collide = true, friction = mu }
    w.position = w.position - w:authored { 0, 0, 0 }
    local z = w.position.z
    local F = s:force { at = w.center, value = { 0, 0, -10 } }
    s:advance_to(0.3)
    near("pressed, stays", w.position.z, z, 1e-4, 1e-5)
    local up = 0
    for _, c in ipairs(s.contacts) do up = up + (c.a == w and c.force.z or -c.force.z) end
    near("carries", up, 10, 1e-2, 1e-4)
    -- rigid bodies keep no squeeze: pulled, it comes out without resistance
    F.value = { 0, 0, 10 }
    s:advance_to(0.8)
    near("comes out", w.position.z - z, 0.5 * 10 * 0.25, 5e-2, 1e-2)
  end
end)

case("a ball rolls in a groove", function(S, near, check)
  -- groove half angle 45 deg, ball rolls down along x; axis distance d = r sin 45: a = g sin al / (1 + 2/5 r^2/d^2) = /(1+ 0.8)
  local al, r = 0.2, 0.1
  local s = S { gravity = { g * sin(al), 0, -g * cos(al) } }
  for _, side in ipairs { -1, 1 } do
    local q = tw.axis_angle({ 1, 0, 0 }, side * pi / 4)
    s:box { size = { 20, 2, 0.2 }, orientation = q, position = q * V(0, side * 1, -0.1), fixed = true, collide = true, friction = 1 }
  end
  local b = s:sphere { radius = r, mass = 1, position = { 0, 0, r * sqrt(2) }, collide = true, friction = 1 }
  s:advance_to(1)
  near("v", b.velocity.x, g * sin(al) / 1.8, 1e-2, 1e-5)
end)

case("Atwood's machine lands", function(S, near, check)
  -- masses joined by an inextensible 'rope' modelled as rack? use constraint: z1 + z2 = const
  local s = S()
  s:ground { restitution = 0 }
  local a = s:box { size = { 0.2, 0.2, 0.2 }, mass = 3, position = { -1, 0, 1.1 }, collide = true }
  local b = s:box { size = { 0.2, 0.2, 0.2 }, mass = 2, position = { 1, 0, 1.1 }, collide = true }
  s:slider { a = a, at = a.position, axis = { 0, 0, 1 } }
  s:slider { a = b, at = b.position, axis = { 0, 0, 1 } }
  local rope = s:constraint { points = { a.center, b.center }, deviation = function(x) return x[1].z + x[2].z - 2.2 end }
  local A = g / 5
  local t = sqrt(2 * 1 / A)
  s:advance_to(0.5 * t)
  near("a", a.velocity.z, -A * 0.5 * t, 1e-2, 1e-6)
  near("T", rope.force.z, 2 * 3 * 2 / 5 * g, 1e-2, 1e-4)
  s:advance_to(t + 0.3)
  near("lies", a.position.z, 0.1, 1e-3, 1e-5)
  near("b hangs (bilateral rope)", b.position.z, 2.1, 1e-2, 1e-5)
  near("N", force(a, s).z, g, 1e-2, 1e-4)
end)

case("a tumbler rocks", function(S, near, check)
  -- half cylinder-like rocker: compound sphere heavy low part: small oscillation of a weighted ball (roly-poly)
  -- ball of radius R, mass M, plus point mass m at distance d below the centre: w^2 = m g d / (I_contact)
  local R, M, m, d, rr = 0.5, 2, 1, 0.3, 0.02
  local s = S()
  s:ground { friction = 1 }
  local q = tw.axis_angle({ 0, 1, 0 }, 0.02)
  local b = s:compound { parts = { { kind = "sphere", radius = R, mass = M }, { kind = "sphere", radius = rr, mass = m, position = { 0, 0,
    -d } } }, collide = true, friction = 1 }
  local off = b:authored { 0, 0, 0 } -- the ball's centre in body coordinates
  b.orientation = q
  b.position = V(0, 0, R) - q * off
  local zc = -m * d / (M + m) -- com
  local I = 0.4 * M * R * R + 0.4 * m * rr * rr + M * zc * zc + m * (d + zc) ^ 2
  local hcom = R + zc
  local w = sqrt((M + m) * g * (-zc) / (I + (M + m) * hcom * hcom))
  local T = 2 * pi / w
  s:advance_to(T)
  local ax = b.orientation * V(0, 0, 1)
  near("back", ax.x, 0.02, 2e-4, 4e-6)
  s:advance_to(1.25 * T)
  ax = b.orientation * V(0, 0, 1)
  near("quarter", ax.x, 0, 4e-4, 1e-5)
end)
