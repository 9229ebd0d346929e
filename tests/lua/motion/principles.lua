-- What everything else rests on, from a script: points of turning bodies, rotations that stay rotations, a torque-free
-- body, a hinge made of other constraints, k and d instead of tau.
local tw = require "tauwerk"

local function near(what, got, want, within)
  local miss = got - want
  miss = type(miss) == "number" and math.abs(miss) or miss:length()
  if not (miss <= within) then error(("%s: got %s, expected %s"):format(what, tostring(got), tostring(want)), 2) end
end

local exact = { rtol = 1e-12, atol = 1e-14 }
local function space(more)
  local fields = { rtol = exact.rtol, atol = exact.atol, tau = 0.1 }
  for key, value in pairs(more or {}) do fields[key] = value end
  return tw.scene(fields)
end

-- a point of a body that tumbles and is pulled: velocity and acceleration against differences
do
  local s = space { gravity = "earth" }
  local b = s:box { size = { 1, 0.6, 0.2 }, angular_velocity = { 3, 1, -2 }, velocity = { 0, 1, 2 } }
  local p = b:corner(6)
  s:force { at = b:corner(1), value = function(t) return { 100, 50 * tw.math.sin(3 * t), 0 } end }
  local h, x, v, a = 1e-3, {}, {}, {}
  for i = 1, 5 do
    s:advance_to(0.5 + i * h)
    x[i], v[i], a[i] = p.position, p.velocity, p.acceleration
  end
  near("velocity of a point", (x[1] - 8 * x[2] + 8 * x[4] - x[5]) / (12 * h), v[3], 1e-8)
  near("acceleration of a point", (v[1] - 8 * v[2] + 8 * v[4] - v[5]) / (12 * h), a[3], 1e-7)
  near("velocity of a point", b.velocity + b.angular_velocity:cross(p.position - b.position), p.velocity, 1e-12)
end

-- torque-free: the angular momentum stays where it is, the angular velocity does not; after 1000 turns the orientation
-- still is a rotation, also with fixed steps, whose quaternions drift
for _, stepper in ipairs { "auto", "rk4", "wave" } do
  local s = tw.scene { stepper = stepper, step = 1 / 240, rtol = 1e-10, atol = 1e-12 }
  local b = s:body { mass = 1, inertia = { 1, 2, 3 }, angular_velocity = { 0.2, 6, 0.1 } }
  local L, w, most = b.angular_momentum, b.angular_velocity, 0
  for _ = 1, 200 do
    s:advance(1)
    most = math.max(most, (b.angular_velocity - w):length())
    local q = b.orientation
    near("length of the quaternion", q.w ^ 2 + q.x ^ 2 + q.y ^ 2 + q.z ^ 2, 1, 1e-14)
    local u, v = q * tw.vec3(1, 0, 0), q * tw.vec3(0, 1, 0)
    near("right angle", u:dot(v), 0, 1e-14)
    near("angular momentum", b.angular_momentum, L, 1e-12)
    -- omega belongs to L by the inertia in the present orientation
    local l = q:inverse() * L
    near("omega", b.angular_velocity, q * tw.vec3(l.x / 1, l.y / 2, l.z / 3), 1e-12)
  end
  assert(most > 3, "the angular velocity varies")
end

-- hinge = ball joint and an axis that is perpendicular to two directions [K06 ex. 3], on the world and on a moving body
for _, moving in ipairs { false, true } do
  local found = {}
  for _, way in ipairs { "hinge", "ball and planes" } do
    local s = space { gravity = "earth" }
    local post = moving and s:box { size = { 0.5, 0.4, 0.3 }, angular_velocity = { 1, 0, 2 } } or nil
    local door = s:box { size = { 0.8, 0.05, 1.2 }, position = { 0.7, 0, 0 },
                         angular_velocity = post and post.angular_velocity or { 0, 0, 0 } }
    if post then door.velocity = post:velocity_at(door.position) end
    if way == "hinge" then
      s:hinge { a = door, b = post, at = { 0.3, 0, 0 }, axis = { 0, 1, 0 } }
    else
      s:ball { a = door, b = post, at = { 0.3, 0, 0 } }
      for _, n in ipairs { { 1, 0, 0 }, { 0, 0, 1 } } do
        s:axis_in_plane { body = door, axis = { 0, 1, 0 }, normal = n, to = post }
      end
    end
    s:torque { on = door, value = { 0, 30, 10 } }
    assert(s:diagnose().freedoms == (moving and 7 or 1))
    s:advance(1.5)
    found[#found + 1] = { door.position, door.orientation * tw.vec3(0, 0, 1) }
  end
  near("hinge: place", found[1][1], found[2][1], 1e-8)
  near("hinge: turn", found[1][2], found[2][2], 1e-8)
end

-- planes with parallel normals say the same: redundant, silent, and the motion is that of one
do
  local s = space()
  local b = s:box { size = { 1, 0.5, 0.2 }, angular_velocity = { 0, 1, 2 } }
  local one = s:axis_in_plane { body = b, axis = { 0, 1, 0 }, normal = { 1, 0, 0 }, name = "one" }
  local two = s:axis_in_plane { body = b, axis = { 0, 1, 0 }, normal = { -3, 0, 0 }, name = "two" }
  local d = s:diagnose()
  assert(d.rows == 2 and d.rank == 1 and #d.redundant == 2 and #d.conflicts == 0, d.message)
  s:advance(2)
  assert(one.met and two.met and one.residual < 1e-9)
end

-- D of a point on a plane and its rate by hand, in a motion that is not met
do
  local s = space { gravity = "earth" }
  local b = s:box { size = { 1, 0.6, 0.2 }, position = { 0.3, -1, 2 }, angular_velocity = { 3, 1, -2 }, velocity = { 0, 1, 2 } }
  local n, p = tw.vec3(1, 2, -2) / 3, b:corner(2)
  local c = s:on_plane { point = p, through = { 0, 0, 1 }, normal = n }
  for _ = 1, 5 do
    s:advance(0.1)
    near("plane: D", c.deviation, n:dot(p.position - tw.vec3(0, 0, 1)), 1e-13)
    near("plane: D'", c.rate, n:dot(b.velocity + b.angular_velocity:cross(p.position - b.position)), 1e-12)
    near("plane: D''", n:dot(p.acceleration), -20 * c.rate - 100 * c.deviation, 1e-8) -- tau = 0.1
  end
end

-- k = 1/tau^2 and d = 2/tau are tau
do
  local at = {}
  for _, o in ipairs { { tau = 0.25 }, { k = 16, d = 8 } } do
    local s = space { gravity = "earth" }
    local b = s:rod { length = 1, radius = 0.05, position = { 1, 0.5, 0 }, angular_velocity = { 1, 2, 3 } }
    s:connect(b.end1, s:nail { 0, 0, 0 }, o)
    s:advance(1)
    at[#at + 1] = b.position
  end
  near("k and d", at[1], at[2], 1e-12)
end

-- one model is built, placed and moved by the same constraints, and it changes while it goes
do
  local s = space { gravity = "earth" }
  local b = s:rod { length = 1, radius = 0.05, position = { 1, 0.5, 0 } }
  local c = s:connect(b.end1, s:nail { 0, 0, 0 }, { tolerance = 1e-3 })
  assert(not c.met and not c.settled)
  s:at(2, function() s:connect(b.end2, s:nail { 0.6, 0.8, 0 }) end)
  s:advance_to(1.9)
  assert(c.met and not s.constraints[2])
  s:advance_to(4)
  assert(c.met and s.constraints[2].settled)
  c:disable()
  assert(c.force == tw.vec3(0, 0, 0))
  s:advance(0.5)
  assert(b.end1.position:length() > 0.1)
end
print "principles hold"
