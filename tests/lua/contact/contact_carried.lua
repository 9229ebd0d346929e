-- What is carried along (on a belt, in a lift, on a sledge) stands as exactly as on the ground, at any speed: under `timestep`
-- what is left of the contacts' conditions is measured by how fast things move against each other.
local tw = require "tauwerk"
local g = 9.81

local function stack(s, v)
  local bodies = {}
  for i = 1, 8 do
    bodies[i] = s:box { size = { 0.2, 0.2, 0.1 }, mass = 1, position = { 0, 0, 0.1 * i - 0.05 }, velocity = v, collide = true }
  end
  return bodies
end
local function judge(label, s, bodies, where)
  local off = 0
  for i, b in ipairs(bodies) do off = math.max(off, (b.position - where - tw.vec3(0, 0, 0.1 * i - 0.05)):length()) end
  local left = s:stats()
  print(("%-20s off by %.2g m, %.2g left"):format(label, off, left.complementarity))
  assert(off < 1e-5, label .. ": the stack has moved")
  assert(left.complementarity < 1e-4 and left.unfinished == 0, label .. ": not solved")
end

for _, v in ipairs { 0, 3, 30, 100 } do
  local s = tw.scene { gravity = { 0, 0, -g }, stepper = "timestep", step = 1 / 600 }
  s:box { size = { 4, 4, 0.2 }, collide = true, motion = s:path(function(t) return { v * t, 0, -0.1 } end) }
  local bodies = stack(s, { v, 0, 0 })
  s:advance_to(2)
  judge("belt, " .. v, s, bodies, tw.vec3(2 * v, 0, 0))
end

for _, v in ipairs { 3, 30 } do
  local s = tw.scene { gravity = { 0, 0, -g }, stepper = "timestep", step = 1 / 600 }
  s:ground { friction = 0 }
  local bodies = stack(s, { 0, v, 0 })
  s:advance_to(2)
  judge("on ice, " .. v, s, bodies, tw.vec3(0, 2 * v, 0))
end

-- a lift that speeds up by a: all stand on it with m (g + a), the lowest bears them all
do
  local a, h = 3, 1 / 600
  local s = tw.scene { gravity = { 0, 0, -g }, stepper = "timestep", step = h }
  local lift = s:box { size = { 4, 4, 0.2 }, collide = true, motion = s:path(function(t) return { 0, 0, a / 2 * t * t - 0.1 } end) }
  local bodies = stack(s, { 0, 0, 0 })
  for k = 1, 12 do
    s:advance_to(k / 6)
    local force = 0
    for _, c in ipairs(s.contacts) do
      if c.a == lift then force = force - c.force.z end
    end
    local off = math.abs(force / (8 * (g + a)) - 1)
    assert(off < 1e-4, ("the lift bears %.6g of the weight"):format(1 + off))
  end
  judge("lift", s, bodies, tw.vec3(0, 0, a / 2 * 4))
end
