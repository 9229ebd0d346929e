-- Forces at an instant of contacts that bend as bodies move: curved surfaces press by v^2 / r more or less,
-- a corner by omega x (omega x r). Against closed forms.
local tw = require "tauwerk"
local force_on = dofile("tests/lua/_cases.lua").force
local g = 9.81

local function near(label, got, wanted, within)
  if not (math.abs(got - wanted) <= within * math.max(1, math.abs(wanted))) then
    error(("%s: %.17g, expected %.17g"):format(label, got, wanted), 2)
  end
end
local down = tw.axis_angle({ 1, 0, 0 }, math.pi / 2) -- z to -y

-- a ball that slides over something fixed: N = m (g - k v^2), k the curvature of its centre's path
local function over(label, make, velocity, height, k, within)
  local s = tw.scene { gravity = "earth" }
  make(s)
  local b = s:sphere { radius = 0.2, position = { 0, 0, height }, velocity = velocity, mass = 2, collide = true }
  local v2 = velocity[1] ^ 2 + velocity[2] ^ 2
  local f = force_on(b, s)
  near(label, f.z, 2 * (g - k * v2), within)
  near(label .. ", friction", (f.x ^ 2 + f.y ^ 2) ^ 0.5, 0.5 * f.z, 1e-6) -- mu = 0.5, it slides
end
over("ball", function(s) s:sphere { radius = 1, fixed = true, collide = true } end, { 1, 0, 0 }, 1.2, 1 / 1.2, 1e-11)
over("cylinder, across", function(s)
  s:cylinder { radius = 1, height = 3, orientation = down, fixed = true, collide = true }
end, { 2, 0, 0 }, 1.2, 1 / 1.2, 1e-11)
over("cylinder, along", function(s)
  s:cylinder { radius = 1, height = 3, orientation = down, fixed = true, collide = true }
end, { 0, 2, 0 }, 1.2, 0, 1e-11)
over("capsule, slantwise", function(s)
  s:capsule { radius = 1, length = 3, orientation = down, fixed = true, collide = true }
end, { 1, 1, 0 }, 1.2, 0.5 / 1.2, 1e-11)
-- at the top of an ellipsoid the radius of curvature along y is b^2 / c, of its parallel 0.2 more
over("ellipsoid", function(s) s:ellipsoid { radii = { 1, 2, 1 }, fixed = true, collide = true } end, { 0, 1, 0 }, 1.2,
  1 / 4.2, 1e-10)
over("torus, along its wire", function(s)
  s:torus { major_radius = 1, minor_radius = 0.3, position = { -1, 0, 0 }, fixed = true, collide = true }
end, { 0, 1, 0 }, 0.5, 0, 1e-7)
over("torus, across its wire", function(s)
  s:torus { major_radius = 1, minor_radius = 0.3, position = { -1, 0, 0 }, fixed = true, collide = true }
end, { 1, 0, 0 }, 0.5, 1 / 0.5, 1e-7)
over("a table", function(s) s:box { size = { 4, 4, 2 }, fixed = true, collide = true } end, { 1, 2, 0 }, 1.2, 0, 1e-11)

-- within a ring that stands upright it is pressed by v^2 / (R - r - 0.2) more
do
  local s = tw.scene { gravity = "earth" }
  s:torus { major_radius = 1, minor_radius = 0.3, orientation = down, fixed = true, collide = true }
  local b = s:sphere { radius = 0.2, position = { 0, 0, -0.5 }, velocity = { 1, 0, 0 }, mass = 2, collide = true }
  near("in a ring", force_on(b, s).z, 2 * (g + 1 / 0.5), 1e-6)
end

-- a box on one corner that spins, without friction: m a = N - m g, I alpha + w x I w = r x N,
-- (a + alpha x r + w x (w x r)).z = 0
do
  local q, w, m = tw.axis_angle(tw.vec3(1, -0.7, 0.2), 0.9), tw.vec3(1.1, -2, 0.7), 3
  local r
  for i = -1, 1, 2 do for j = -1, 1, 2 do for k = -1, 1, 2 do
    local c = q * tw.vec3(0.2 * i, 0.3 * j, 0.5 * k)
    if not r or c.z < r.z then r = c end
  end end end
  local s = tw.scene { gravity = "earth" }
  s:ground { height = 0, friction = 0 }
  local b = s:box { size = { 0.4, 0.6, 1 }, mass = m, position = { 0, 0, -r.z }, orientation = q, angular_velocity = w,
    velocity = { 0.3, 0.1, -w:cross(r).z }, friction = 0, collide = true }
  local I = tw.vec3(m / 12 * (0.36 + 1), m / 12 * (0.16 + 1), m / 12 * (0.16 + 0.36))
  local function through(f, v)
    local l = q:inverse() * v
    return q * tw.vec3(f(l.x, I.x), f(l.y, I.y), f(l.z, I.z))
  end
  local function moment(v) return through(function(x, i) return x * i end, v) end
  local function over_moment(v) return through(function(x, i) return x / i end, v) end
  local free = over_moment(-w:cross(moment(w))):cross(r) + w:cross(w:cross(r))
  local up = tw.vec3(0, 0, 1)
  local push = 1 / m + over_moment(r:cross(up)):cross(r).z
  near("corner", force_on(b, s).z, (g - free.z) / push, 1e-11)
end

-- hoops, barrels and balls that roll on: the ground carries the weight alone, without friction
for _, kind in ipairs { "torus", "sphere", "cylinder", "capsule" } do
  for _, turned in ipairs { 0, 1e-5, 0.3 } do -- about their axes: places fixed to the body stand low, or not
    local s = tw.scene { gravity = "earth" }
    s:ground { height = 0 }
    local low = kind == "torus" and 1.3 or 0.7
    local fields = { position = { 0, 0, low }, velocity = { 3, 0, 0 }, angular_velocity = { 0, 3 / low, 0 }, mass = 2,
      collide = true, orientation = down * tw.axis_angle({ 0, 0, 1 }, turned) }
    if kind == "torus" then
      fields.major_radius, fields.minor_radius = 1, 0.3
    else
      fields.radius = 0.7
    end
    if kind == "cylinder" then fields.height = 1 end
    if kind == "capsule" then fields.length = 1 end
    local f = force_on(s[kind](s, fields), s)
    near(kind .. " rolls", f.z, 2 * g, 1e-7)
    near(kind .. " rolls on", (f.x ^ 2 + f.y ^ 2) ^ 0.5, 0, 1e-6)
  end
end
