-- Scenes at the edges of what a user would try: the very small, large, heavy and far, gravity that changes, nails behind walls,
-- what builds itself and is let go, meshes, compounds, limits, tops.
local tw = require "tauwerk"
local g = 9.81
local sin, cos, sqrt, pi = math.sin, math.cos, math.sqrt, math.pi
local V = tw.vec3
local cases = dofile "tests/lua/_cases.lua"
local case, force = cases.new(...), cases.force

case("1000 kg on 1 kg, and under it", function(S, near, check)
  for _, m in ipairs { { 1000, 1 }, { 1, 1000 } } do
    local s = S()
    s:ground {}
    local a = s:box { size = { 0.3, 0.3, 0.2 }, mass = m[1], position = { 0, 0, 0.1 }, collide = true }
    local b = s:box { size = { 0.3, 0.3, 0.2 }, mass = m[2], position = { 0, 0, 0.3 }, collide = true }
    s:advance_to(3)
    near("a", a.position.z, 0.1, 1e-5, 1e-6)
    near("b", b.position.z, 0.3, 1e-5, 1e-6)
    near("Fb", force(b, s).z / (m[2] * g), 1, 1e-4, 1e-6)
    near("Fa", (force(a, s) + force(b, s)).z / (1001 * g), 1, 1e-4, 1e-6)
    check(s:stats().unfinished == 0, "unfinished")
  end
end)

case("a ball of 1 mm bounces on a box of 100 m", function(S, near, check)
  local s = S()
  s:box { size = { 100, 100, 100 }, position = { 0, 0, -50 }, fixed = true, collide = true, restitution = 0.5 }
  local b = s:sphere { radius = 0.0005, position = { 0.3, 0.2, 0.1005 }, collide = true }
  local hits = {}
  s:on_contact(b, nil, function(_, t) hits[#hits + 1] = t end)
  s:advance_to(0.4)
  local t1 = sqrt(0.2 / g)
  near("first", hits[1] or 0, t1, 2e-3, 1e-8)
  near("second", hits[2] or 0, t1 * 2, 4e-3, 1e-8)
end)

case("17 km from the origin", function(S, near, check)
  local s = S()
  local X = 1e4
  s:box { size = { 4, 4, 1 }, position = { X, -X, X - 0.5 }, fixed = true, collide = true }
  local bs = {}
  for i = 1, 4 do bs[i] = s:box { size = { 0.3, 0.3, 0.2 }, mass = 1, position = { X, -X, X + 0.2 * i - 0.1 }, collide = true } end
  local ball = s:sphere { radius = 0.1, mass = 1, position = { X + 1, -X, X + 1.1 }, collide = true, restitution = 0.8 }
  s:advance_to(2)
  for i = 1, 4 do near("z" .. i, bs[i].position.z - X, 0.2 * i - 0.1, 1e-5, 1e-5); near("x" .. i, bs[i].position.x - X, 0, 1e-4, 1e-4) end
  near("weight", force(bs[1], s).z + force(bs[2], s).z + force(bs[3], s).z + force(bs[4], s).z, 4 * g, 1e-2, 1e-3)
  check(ball.position.z > X + 0.0999, "ball " .. ball.position.z - X)
end)

case("elastic balls without gravity", function(S, near, check)
  local s = S { gravity = { 0, 0, 0 }, seed = 3 }
  local n = 0
  for i = 0, 2 do for j = 0, 2 do for k = 0, 1 do
    s:sphere { radius = 0.1, mass = 1 + n % 3, position = { 0.5 * i, 0.5 * j, 0.5 * k }, velocity = s.random:direction() * 1.0,
      collide = true, friction = 0, restitution = 1 }
    n = n + 1
  end end end
  local E, p, L = s:energy().total, s:momentum(), s:angular_momentum()
  s:advance_to(2)
  near("E", s:energy().total / E, 1, 1e-6, 1e-9)
  near("p", (s:momentum() - p):length(), 0, 1e-9, 1e-9)
  near("L", (s:angular_momentum() - L):length(), 0, 1e-2, 1e-8)
end)

case("gravity turns round", function(S, near, check)
  local s = S()
  s:ground {}
  s:box { size = { 3, 3, 0.2 }, position = { 0, 0, 1.1 }, fixed = true, collide = true }
  local b = s:box { size = { 0.2, 0.2, 0.2 }, mass = 2, position = { 0, 0, 0.1 }, collide = true }
  s:at(0.5, function(sc) sc.gravity = { 0, 0, 4 } end)
  s:advance_to(0.5 + 0.3)
  near("on its way", b.position.z, 0.1 + 2 * 0.09, 5e-3)
  s:advance_to(2.5)
  near("ceiling", b.position.z, 0.9, 1e-4, 1e-6)
  near("force", force(b, s).z, -8, 1e-2, 1e-4)
end)

case("gravity as a function of time", function(S, near, check)
  local s = S { gravity = function(t) return { 0, 0, -6 * tw.math.cos(2 * t) } end }
  s:ground {}
  local b = s:box { size = { 0.2, 0.2, 0.2 }, mass = 2, position = { 0, 0, 0.1 }, collide = true }
  s:advance_to(0.5)
  near("N", force(b, s).z, 12 * cos(1), 4e-2, 1e-4)
  local t0 = pi / 4
  s:advance_to(1.2)
  -- z = 0.1 + int int -6 cos 2t = 0.1 + 1.5 (cos 2t - cos 2t0) + 3 sin(2 t0) (t - t0)
  near("z", b.position.z, 0.1 + 1.5 * (cos(2.4) - 0) + 3 * (1.2 - t0), 1e-2, 2e-6)
end)

case("a trilith pulls itself together, and stands", function(S, near, check)
  local s = S { tau = 0.15 }
  s:ground { friction = 0.6 }
  local L = s:box { name = "L", size = { 0.3, 0.4, 1 }, position = { -1.5, 0, 0.9 }, collide = true, friction = 0.6,
    orientation = tw.axis_angle({ 0, 0, 1 }, 0.3) }
  local R = s:box { name = "R", size = { 0.3, 0.4, 1 }, position = { 1.5, 0.2, 0.8 }, collide = true, friction = 0.6 }
  local T = s:box { name = "T", size = { 1.6, 0.4, 0.2 }, position = { 0, 0, 2 }, collide = true, friction = 0.6,
    orientation = tw.axis_angle({ 0, 1, 0 }, 0.2) }
  local cs = {}
  local function hold(p, q) cs[#cs + 1] = s:connect(p, q) end
  for _, i in ipairs { 1, 2, 3, 4 } do
    local x, y = (i - 1) % 2 * 0.3 - 0.15, i > 2 and 0.2 or -0.2
    hold(L:corner(i), s:nail { -0.55 + x, y, 0 })
    hold(R:corner(i), s:nail { 0.55 + x, y, 0 })
  end
  hold(T:point { -0.55, -0.2, -0.1 }, L:point { 0, -0.2, 0.5 })
  hold(T:point { 0.55, -0.2, -0.1 }, R:point { 0, -0.2, 0.5 })
  hold(T:point { -0.55, 0.2, -0.1 }, L:point { 0, 0.2, 0.5 })
  s:advance_to(4)
  local worst = 0
  for _, c in ipairs(cs) do worst = math.max(worst, c.deviation:length()) end
  check(worst < 1e-3, "assembled " .. worst)
  for _, c in ipairs(cs) do c:remove() end
  s:advance_to(7)
  near("T", T.position.z, 1.1, 1e-3, 1e-3)
  near("tilt", (T.orientation * V(0, 0, 1)).z, 1, 1e-4, 1e-4)
  near("speed", T.velocity:length(), 0, 1e-3, 1e-3)
  near("weight", force(L, s).z + force(R, s).z + force(T, s).z, (L.mass + R.mass + T.mass) * g, 5, 1)
end, { "auto" })

case("a nail behind a wall", function(S, near, check)
  local s = S { gravity = { 0, 0, 0 }, tau = 0.1 }
  s:box { size = { 0.2, 2, 2 }, position = { 0.1, 0, 0 }, fixed = true, collide = true }
  local b = s:box { size = { 0.2, 0.2, 0.2 }, mass = 1, position = { -0.5, 0, 0 }, collide = true }
  local c = s:connect(b.center, s:nail { 0.1, 0, 0 })
  s:advance_to(3)
  near("at the wall", b.position.x, -0.1, 1e-4, 1e-5)
  near("deviation", c.deviation.x, -0.2, 1e-3, 1e-4)
  check(not c.met, "not met")
  local f = c.force
  check(f.x == f.x and math.abs(f.x) < 1e9, "finite " .. tostring(f))
  local d = s:diagnose()
  check(type(d) == "table", "diagnose")
  c:remove()
  s:advance_to(3.5)
  near("stays", b.position.x, -0.1, 1e-3, 1e-3)
  near("at rest", b.velocity:length(), 0, 1e-3, 1e-3)
end, { "auto", "timestep" })

case("a wall in the way of a nail", function(S, near, check)
  local s = S { tau = 0.2 }
  s:ground { friction = 0.3 }
  s:box { size = { 0.1, 0.6, 1 }, position = { 0, 0, 0.5 }, fixed = true, collide = true }
  local b = s:sphere { radius = 0.1, mass = 1, position = { -0.6, 0, 0.1 }, collide = true }
  local c = s:connect(b.center, s:nail { 0.6, 0, 0.1 })
  s:advance_to(3)
  check(b.position.x < -0.14, "did not pass: " .. b.position.x)
  check(b.position:length() < 3, "not thrown away " .. tostring(b.position))
end, { "auto", "timestep" })

case("two balls at one place", function(S, near, check)
  local s = S { gravity = { 0, 0, 0 } }
  local a = s:sphere { radius = 0.2, mass = 1, collide = true }
  local b = s:sphere { radius = 0.2, mass = 1, collide = true }
  s:advance_to(3)
  check((a.position - b.position):length() > 0.399, "apart " .. (a.position - b.position):length())
  near("p", s:momentum():length(), 0, 1e-12, 1e-12)
  near("centre", (a.position + b.position):length(), 0, 1e-9, 1e-9)
end)

case("a mesh of a box falls as a box does", function(S, near, check)
  local function run(kind)
    local s = S()
    s:ground { friction = 0.4 }
    local b
    local f = { mass = 2, position = { 0, 0, 0.5 }, orientation = tw.euler(0.3, 0.5, 0.2), velocity = { 1, 0.3, 0 }, collide = true,
      friction = 0.4, restitution = 0.2 }
    if kind == "box" then f.size = { 0.4, 0.3, 0.2 } b = s:box(f) else
      local vs = {}
      for i = 0, 7 do vs[i + 1] = { (i % 2 - 0.5) * 0.4, (i // 2 % 2 - 0.5) * 0.3, (i // 4 - 0.5) * 0.2 } end
      f.vertices = vs
      f.triangles = { { 1, 3, 4 }, { 1, 4, 2 }, { 5, 6, 8 }, { 5, 8, 7 }, { 1, 2, 6 }, { 1, 6, 5 }, { 3, 7, 8 }, { 3, 8, 4 }, { 1, 5, 7 },
        { 1, 7, 3 }, { 2, 4, 8 }, { 2, 8, 6 } }
      b = s:mesh(f)
    end
    local out = {}
    for k = 1, 8 do s:advance_to(0.05 * k) out[k] = { b.position, b.velocity } end
    s:advance_to(3)
    return out, b.position.z, s
  end
  local a, za = run "box"
  local b, zb = run "mesh"
  for k = 1, 8 do near("pos " .. k, (a[k][1] - b[k][1]):length(), 0, 1e-6, 1e-6) end
  near("lie as high", za, zb, 1e-4, 1e-4)
end)

case("a compound tips where its centre is beyond the edge", function(S, near, check)
  for _, x in ipairs { 0.095, 0.105 } do
    local s = S()
    s:ground { friction = 1 }
    -- a base 0.2 wide with a heavy bar shifting the centre of mass to x
    local M, m, X = 1, 1, 2 * x
    local b = s:compound { parts = { { kind = "box", size = { 0.2, 0.2, 0.2 }, mass = M }, { kind = "box", size = { 0.02, 0.2, 0.02 },
      mass = m, position = { X, 0, 0.05 } } }, collide = true, friction = 1 }
    b.position = -b:authored { 0, 0, 0 } + V(0, 0, 0.1)
    local z = b.position.z
    s:advance_to(0.6)
    if x < 0.1 then near("stands", b.position.z, z, 1e-5, 1e-6) else check(b.angular_velocity:length() > 0.1,
      "tips " .. b.angular_velocity:length()) end
  end
end)

case("a door between two stops", function(S, near, check)
  local s = S()
  s:ground { friction = 0.3 }
  local door = s:box { size = { 1, 0.05, 0.5 }, mass = 2, position = { 0.5, 0, 0.26 }, angular_velocity = { 0, 0, 0 } }
  local h = s:hinge { a = door, at = { 0, 0, 0.26 }, axis = { 0, 0, 1 } }
  local e = 0.4
  local lim = s:limit { joint = h, lower = -1, upper = 0.5, restitution = e }
  door.angular_velocity = { 0, 0, 2 }
  door.velocity = { 0, 1, 0 }
  s:advance_to(0.25 + 0.3)
  near("angle", h.angle, 0.5 - e * 2 * 0.3, 1e-2, 1e-8)
  near("speed", h.speed, -0.8, 2e-3, 1e-8)
  s:advance_to(0.25 + 1.5 / 0.8 + 0.5)
  near("again", h.speed, e * 0.8, 2e-3, 1e-8)
  near("angle", h.angle, -1 + 0.32 * 0.5, 2e-2, 1e-8)
end)

case("a cart stops, the ball before it goes on", function(S, near, check)
  -- a cart on a slider pushes a ball; cart stops at its limit, ball flies on
  local s = S { gravity = { 0, 0, 0 } }
  local cart = s:box { size = { 0.2, 0.2, 0.2 }, mass = 2, position = { 0, 0, 0 }, velocity = { 1, 0, 0 }, collide = true, friction = 0 }
  local sl = s:slider { a = cart, at = { 0, 0, 0 }, axis = { 1, 0, 0 } }
  local lim = s:limit { joint = sl, upper = 0.5, restitution = 0 }
  local ball = s:sphere { radius = 0.1, mass = 1, position = { 0.2, 0, 0 }, velocity = { 1, 0, 0 }, collide = true, friction = 0 }
  s:advance_to(1)
  near("cart stops", sl.position, 0.5, 1e-4, 1e-8)
  near("cart speed", cart.velocity.x, 0, 1e-6, 1e-9)
  near("ball goes on", ball.velocity.x, 1, 1e-6, 1e-9)
  near("ball", ball.position.x, 1.2, 1e-6, 1e-9)
end)

case("a top precesses", function(S, near, check)
  -- cone top, apex down; fast spin; tip held by friction (no spinning friction)
  local s = S()
  s:ground { friction = 2 }
  local h, r, m = 0.1, 0.05, 0.2
  local th = 0.3
  local w = 200
  local q = tw.axis_angle({ 0, 1, 0 }, pi - 0) -- apex down
  local tilt = tw.axis_angle({ 0, 1, 0 }, th) * tw.axis_angle({ 1, 0, 0 }, pi)
  local up = tilt * V(0, 0, -1)
  local top = s:cone { height = h, radius = r, mass = m, orientation = tilt, position = up * (3 * h / 4), collide = true, friction = 2 }
  local d = 3 * h / 4
  local I3 = 0.3 * m * r * r
  local I1 = 3 / 20 * m * r * r + 3 / 80 * m * h * h + m * d * d
  -- steady precession: I1 cos th W^2 - I3 w3 W + m g d = 0
  local w3 = w
  local D = (I3 * w3) ^ 2 - 4 * I1 * cos(th) * m * g * d
  local W = (I3 * w3 - sqrt(D)) / (2 * I1 * cos(th))
  -- angular velocity: w3 along up; W about z, minus its part along up
  local om = up * w3 + V(0, 0, W) - up * (W * cos(th))
  top.angular_velocity = om
  top.velocity = om:cross(up * d)
  s:advance_to(0.2)
  local u = top.orientation * V(0, 0, -1)
  near("nutation none", u.z, cos(th), 5e-3, 1e-5)
  near("azimuth", math.atan(u.y, u.x), W * 0.2, 0.2, 1e-4)
end)
