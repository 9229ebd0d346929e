-- A gripper whose motors are bounded, and which holds a box between two faces: it slips by Coulomb's law, the loads of its contacts
-- are shared evenly, and every stepper that knows contacts gets there.
local tw = require "tauwerk"
local g = 9.81

local function gripper(part, stepper, step, gap)
  local s = tw.scene { gravity = "earth", stepper = stepper, step = step }
  local b = s:box { size = { 0.1, 0.1, 0.1 }, mass = 0.5, position = { 0, 0, 1 }, collide = true, friction = 0.5 }
  for side = -1, 1, 2 do
    local p = s:box { size = { 0.02, 0.1, 0.5 }, mass = 0.2, position = { side * (0.06 + gap), 0, 1 }, collide = true, friction = 0.5 }
    local j = s:slider { a = p, at = { side * 0.06, 0, 1 }, axis = { 1, 0, 0 } }
    s:motor { joint = j, position = -side * 0.03, max_force = part * 0.5 * g, tau = 0.05 }
  end
  return s, b
end

for _, case in ipairs { { "timestep", 1 / 600 }, { "timestep", 1 / 5000 }, { "timestep", 1 / 7000 }, { "auto" }, { "dopri" }, { "adams" }, { "bdf" } } do
  for _, part in ipairs { 0.95, 1.2 } do
    local s, b = gripper(part, case[1], case[2], 0)
    s:advance_to(0.2)
    local way, label = math.max(0, g * (1 - part)) * 0.2 ^ 2 / 2, ("%s, %g of the weight"):format(case[1], part)
    assert(math.abs(1 - b.position.z - way) < 1e-4, ("%s: sank %.9g m, not %.9g"):format(label, 1 - b.position.z, way))
    assert(b.angular_velocity:length() < 1e-6, label .. ": it turns")
    local least, most = math.huge, 0
    for _, c in ipairs(s.contacts) do least, most = math.min(least, math.abs(c.force.x)), math.max(most, math.abs(c.force.x)) end
    assert(#s.contacts >= 8 and most < 4 * least, ("%s: loads from %.3g to %.3g N"):format(label, least, most))
  end
end

-- closing on it first, as it falls
for _, inv in ipairs { 600, 5000, 7000 } do
  local s, b = gripper(0.95, "timestep", 1 / inv, 0.002)
  s:advance_to(0.05)
  local z, v = b.position.z, b.velocity.z
  s:advance_to(0.35)
  local way = g * 0.05 * 0.3 ^ 2 / 2 - v * 0.3
  assert(math.abs(z - b.position.z - way) < 1e-6, ("1/%d: %.9g m, not %.9g"):format(inv, z - b.position.z, way))
  assert(s:stats().unfinished == 0 and b.angular_velocity:length() < 1e-6)
end
