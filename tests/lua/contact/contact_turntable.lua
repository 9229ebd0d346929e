-- What sticks to something that turns goes round with it, in steps of `timestep` too: a step ends straight on, which by itself carries a
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

-- what lies on a tray at the end of an arm goes along the chord of the arm's way
for _, step in ipairs { 1 / 60, 1 / 240 } do
  local s = tw.scene { gravity = { 0, 0, -g }, stepper = "timestep", step = step }
  local at, fast = { 2, 0, -0.05 }, 2
  local tray = s:box { size = { 2, 2, 0.1 }, position = at, velocity = { 0, 2 * fast, 0 }, mass = 50, collide = true, friction = 2 }
  tray.angular_velocity = { 0, 0, fast }
  s:motor { joint = s:hinge { a = tray, at = { 0, 0, -0.05 }, axis = { 0, 0, 1 } }, speed = fast }
  local b = s:box { size = { 0.1, 0.1, 0.02 }, mass = 1, position = { 2, 0, 0.01 }, velocity = tray.velocity,
                    angular_velocity = { 0, 0, fast }, collide = true, friction = 2 }
  s:advance(3)
  local slid = (b.position - tray.position - tw.vec3(0, 0, 0.06)):length()
  assert(slid < 40 * step ^ 2, ("step %g: it slid %g m on the tray"):format(step, slid))
end

-- a tray between whose walls two blocks lie, free: what is pressed outward by a wall goes round with it, too
for _, case in ipairs { { 3, 1 / 60 }, { 10, 1 / 60 }, { 10, 1 / 240 }, { 20, 1 / 240 } } do
  local fast, step = case[1], case[2]
  local s = tw.scene { stepper = "timestep", step = step }
  local function part(x, z, sx, sz) return { kind = "box", size = { sx, 1, sz }, position = { x, 0, z } } end
  local all = { s:compound { parts = { part(0, 0, 1, 0.1), part(0.5, 0.1, 0.1, 0.3), part(-0.5, 0.1, 0.1, 0.3) }, mass = 5,
                             collide = true, friction = 1, position = { 0, 0, 0 } } }
  for side = -1, 1, 2 do
    all[#all + 1] = s:box { size = { 0.2, 0.2, 0.1 }, mass = 1, position = { 0.35 * side, 0, all[1].position.z + 0.08 },
                            collide = true, friction = 1 }
  end
  for _, b in ipairs(all) do
    b.angular_velocity = { 0, 0, fast }
    b.velocity = b.angular_velocity:cross(b.position)
  end
  local function momentum()
    local sum = 0
    for _, b in ipairs(all) do sum = sum + (b.position:cross(b.velocity) * b.mass + b.angular_momentum).z end
    return sum
  end
  local L, E = momentum(), s:energy().total
  s:advance(1)
  local lost, less = 1 - momentum() / L, 1 - s:energy().total / E
  local part_of = 0.2 * (fast * step) ^ 2
  assert(math.abs(lost) < part_of, ("%g rad/s, step %g: angular momentum lost %g"):format(fast, step, lost))
  assert(less > -1e-9 and less < 2 * part_of, ("%g rad/s, step %g: energy lost %g"):format(fast, step, less))
end

-- two that spin alike side by side, each about its own axis, do not go round: nothing draws them together
do
  local s = tw.scene { stepper = "timestep", step = 1 / 60 }
  local two = {}
  for i = 1, 2 do
    two[i] = s:cylinder { radius = 0.5, height = 0.1, mass = 1, position = { i - 1, 0, 0 }, angular_velocity = { 0, 0, 30 },
                          collide = true, friction = 0 }
  end
  s:spring { a = two[1].center, b = two[2].center, rest = 0.5, stiffness = 5 }
  local E = s:energy().total
  s:advance(1)
  assert(math.abs((two[1].position - two[2].position):length() - 1) < 1e-4 and math.abs(s:energy().total - E) < 1e-9 * E)
end

-- a ball that spins about the vertical as it rolls goes straight on
local s = tw.scene { gravity = { 0, 0, -g }, stepper = "timestep", step = 1 / 240 }
local floor = s:box { size = { 20, 20, 1 }, position = { 0, 0, -0.5 }, fixed = true, collide = true, friction = 0.5 }
local ball = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0.1 }, velocity = { 1, 0, 0 }, angular_velocity = { 0, 10, 30 },
                        collide = true, friction = 0.5 }
s:advance(3)
assert((ball.position - tw.vec3(3, 0, 0.1)):length() < 1e-4, tostring(ball.position))
assert(floor.position.z == -0.5)
