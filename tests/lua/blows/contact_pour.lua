-- What falls in a heap, turning, at some metres a second, in steps of a frame: places that a step had no contact for
-- overlap at its end. They are taken apart before anyone looks, and looked at again where the way was long.
local tw = require "tauwerk"

local function pour(seed)
  local s = tw.scene { gravity = "earth", seed = seed, stepper = "timestep", step = 1 / 60, contact_tolerance = 0.05 }
  local r = s.random
  s:box { size = { 4, 4, 1 }, position = { 0, 0, -0.5 }, fixed = true, collide = true }
  for _, side in ipairs { -1, 1 } do
    s:box { size = { 0.5, 3, 4 }, position = { 0.85 * side, 0, 2 }, fixed = true, collide = true }
    s:box { size = { 3, 0.5, 4 }, position = { 0, 0.85 * side, 2 }, fixed = true, collide = true }
  end
  for i = 0, 127 do
    local at = { 0.3 * (i % 4 - 1.5), 0.3 * (i // 4 % 4 - 1.5), 0.3 * (i // 16 + 0.5) }
    local f = { position = at, orientation = r:rotation(), collide = true, friction = 0.5, density = 1000 }
    if i % 2 == 0 then
      f.radius, f.length = 0.06, 0.12
      s:capsule(f)
    else
      f.radius, f.height = 0.08, 0.15
      s:cylinder(f)
    end
  end
  local deepest = 0
  for k = 1, 75 do
    s:advance(1 / 60)
    if k >= 36 then
      for _, c in ipairs(s.contacts) do deepest = math.max(deepest, -c.gap) end
    end
  end
  return deepest
end

for seed = 1, 3 do
  local deepest = pour(seed)
  print(("seed %d: %.2f mm"):format(seed, 1000 * deepest))
  assert(deepest < 1.5e-3, ("seed %d: %.2f mm deep"):format(seed, 1000 * deepest))
end
