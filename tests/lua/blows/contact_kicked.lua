-- What a blow drives into a third body within the same step stops there: a box a few millimetres before a wall, or the
-- last of a row with gaps, is at rest until something fast hits it.
local tw = require "tauwerk"

local function row(boxes, gap, speed)
  local s = tw.scene { stepper = "timestep", step = 1 / 60, gravity = { 0, 0, 0 } }
  local all = {}
  for i = 1, boxes do
    all[i] = s:box { size = { 0.1, 0.1, 0.1 }, position = { -0.05 - gap - (i - 1) * (0.1 + gap), 0, 0 }, collide = true }
  end
  s:box { size = { 1, 2, 2 }, position = { 0.5, 0, 0 }, fixed = true, collide = true }
  s:sphere { radius = 0.1, density = 5000, position = { -0.1 - boxes * (0.1 + gap) - speed / 100, 0, 0 },
             velocity = { speed, 0, 0 }, collide = true }
  local deepest = 0
  for _ = 1, 6 do
    s:advance(1 / 60)
    for i, b in ipairs(all) do
      local ahead = i == 1 and 0 or all[i - 1].position.x - 0.05
      deepest = math.max(deepest, b.position.x + 0.05 - ahead)
    end
  end
  return deepest
end

for _, case in ipairs { { 1, 0.0025, 3 }, { 1, 0.003, 10 }, { 3, 0.0025, 5 } } do
  local deepest = row(table.unpack(case))
  print(("%d boxes, gaps of %.1f mm, %g m/s: %.4f mm deep"):format(case[1], 1e3 * case[2], case[3], 1e3 * deepest))
  assert(deepest < 1e-3)
end
