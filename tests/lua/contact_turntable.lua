-- What sticks to something that turns goes round with it, in steps of `timestep` too: a step ends straight on, which carried a
-- block outward by w^2 r h / 2 metres per second. Its friction is m w^2 r; energy and angular momentum stay.
local tw = require "tauwerk"
local g, w, r = 9.81, 3, 0.5

local function around(b) return math.sqrt(b.position.x ^ 2 + b.position.y ^ 2) end

local function scene(step, driven, friction)
  local s = tw.scene { gravity = { 0, 0, -g }, stepper = "timestep", step = step }
  local table = s:cylinder { radius = 1, height = 0.1, position = { 0, 0, -0.05 }, mass = 50, collide = true, friction = friction }
  table.angular_velocity = { 0, 0, w }
  local hinge = s:hinge { a = table, at = { 0, 0, -0.05 }, axis = { 0, 0, 1 } }
  if driven then s:motor { joint = hinge, speed = w } end
  local function block(x, y, z)
    return s:box { size = { 0.1, 0.1, 0.05 }, mass = 1, position = { x, y, z }, velocity = { -w * y, w * x, 0 }, angular_velocity = { 0, 0, w },
                   collide = true, friction = friction }
  end
  return s, block, table
end

for _, step in ipairs { 1 / 60, 1 / 240, 1 / 1000 } do
  -- a block, and one upon it, on a table that is driven
  local s, block = scene(step, true, 1)
  local below, above = block(r, 0, 0.025), block(r, 0, 0.075)
  s:advance(3)
  local on = tw.vec3(0, 0, 0)
  for _, c in ipairs(s.contacts) do
    if c.a == above then on = on + c.force elseif c.b == above then on = on - c.force end
  end
  for _, b in ipairs { below, above } do
    assert(math.abs(around(b) - r) < 40 * step ^ 2 * r, ("step %g: from %g to %g m"):format(step, r, around(b)))
    local v = math.sqrt(b.velocity.x ^ 2 + b.velocity.y ^ 2)
    assert(math.abs(v - w * r) < 40 * step ^ 2 * w * r, ("step %g: %g m/s"):format(step, v))
  end
  local inward = math.sqrt(on.x ^ 2 + on.y ^ 2)
  assert(math.abs(inward - w * w * r) < 2 * w * step * w * w * r, ("step %g: friction %g N"):format(step, inward))

  -- a table that turns by itself
  local free, put, table = scene(step, false, 1)
  local a, b = put(r, 0, 0.025), put(0, -0.6 * r, 0.025)
  local function momentum()
    local sum = 0.5 * 50 * table.angular_velocity.z
    for _, x in ipairs { a, b } do
      sum = sum + x.position:cross(x.velocity).z + (0.1 ^ 2 + 0.1 ^ 2) / 12 * x.angular_velocity.z
    end
    return sum
  end
  local L, E = momentum(), free:energy().total
  for _ = 1, 20 do
    free:advance(0.1)
    assert(math.abs(momentum() - L) < 40 * step ^ 2 * L, ("step %g: angular momentum %g, %g"):format(step, momentum(), L))
    assert(math.abs(free:energy().total - E) < 40 * step ^ 2 * E, ("step %g: energy %g, %g"):format(step, free:energy().total, E))
  end

  -- too fast for friction: it leaves
  local fast, lay = scene(step, true, 0.3)
  local c = lay(r, 0, 0.025)
  fast:advance(0.5)
  assert(around(c) > r + 0.01)
end

-- a ball that spins about the vertical as it rolls goes straight on
local s = tw.scene { gravity = { 0, 0, -g }, stepper = "timestep", step = 1 / 240 }
local floor = s:box { size = { 20, 20, 1 }, position = { 0, 0, -0.5 }, fixed = true, collide = true, friction = 0.5 }
local ball = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0.1 }, velocity = { 1, 0, 0 }, angular_velocity = { 0, 10, 30 },
                        collide = true, friction = 0.5 }
s:advance(3)
assert((ball.position - tw.vec3(3, 0, 0.1)):length() < 1e-4, tostring(ball.position))
assert(floor.position.z == -0.5)
