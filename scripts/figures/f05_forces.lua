-- Figure 5: the constraint forces that hold a compound pendulum together: gravity F_g on each rod, F1
-- of the nail on the upper rod, F2 on the lower rod and its reaction -F2 on the upper one.
local tw = require "tauwerk"

local scene = tw.scene { name = "f05", duration = 4, gravity = "earth" }
local upper = scene:rod { name = "upper", radius = 0.05, from = { 0, 0, 2.4 }, to = { 0.7, 0, 1.5 }, material = "copper" }
local lower = scene:rod { name = "lower", radius = 0.05, from = { 0.7, 0, 1.5 }, to = { 1.7, 0, 1.2 }, material = "steel" }
local nail = scene:connect(upper.end1, scene:nail { 0, 0, 2.4 }, { name = "F1" })
local joint = scene:connect(lower.end1, upper.end2, { name = "F2" })
scene.draw = { "bodies", "points", "forces", "names" }
scene:ground { height = 0 }

-- Newton: F1 - F2 + F_g = m a on the upper rod, F2 + F_g = m a on the lower one
local function newton()
  local g = tw.vec3(0, 0, -9.81)
  local a = (nail.force - joint.force + upper.mass * g - upper.force):length()
  local b = (joint.force + lower.mass * g - lower.force):length()
  return math.max(a, b) / (upper.mass * 9.81)
end
scene:expect { "forces add up", value = newton, equals = 0, within = 1e-9, at = 2.2 }
return scene
