-- Groups of bodies keep their own regime and steps (timeline/strand.h): a pendulum swings beside boxes
-- that lie as it does alone, and snapshots in events hold while bodies come and go.
local tw = require "tauwerk"

local function pendulum(boxes)
  local s = tw.scene { gravity = "earth" }
  s:ground { height = 0 }
  local rod = s:rod { from = { 0, 0, 5 }, to = { 1, 0, 5 }, radius = 0.05, collide = true }
  s:hinge { a = rod, at = { 0, 0, 5 }, axis = { 0, 1, 0 } }
  for i = 1, boxes do
    s:box { size = { 0.4, 0.4, 0.4 }, position = { 10, 0, 0.2 + 0.4 * (i - 1) }, collide = true }
  end
  return s, rod
end

-- its energy after 4 s, from rest where it is level
local function swing(boxes)
  local s, rod = pendulum(boxes)
  local before = rod.energy.total
  s:advance_to(4)
  return math.abs(rod.energy.total - before) / (rod.mass * 9.81 * 0.5), s
end
for _, boxes in ipairs { 0, 2, 4, 8 } do
  local lost, s = swing(boxes)
  assert(lost < 1e-7, ("beside %d boxes: %.3g of its swing"):format(boxes, lost))
  assert(s.contacts ~= nil)
end

-- the same bits after going back, also where bodies come and go at the time of the snapshot
for _, change in ipairs { "none", "add", "remove", "field" } do
  local s = pendulum(5)
  local ball = s:sphere { radius = 0.2, position = { -4, 0, 3 }, collide = true, restitution = 0.8 }
  for i = 1, 6 do s:sphere { radius = 0.1, position = { -8 - i, 0, 0.1 }, velocity = { 0.3, 0, 0 }, collide = true } end
  local kept
  s:at(0.6, function()
    if change == "add" then
      for i = 1, 9 do s:sphere { radius = 0.2, position = { -6, 3 * i, 3 }, collide = true } end
    elseif change == "remove" then
      ball:remove()
    elseif change == "field" then
      ball.velocity = { 1, 0, 0 }
    end
    kept = s:snapshot()
  end)
  s:advance_to(1.4)
  local first = s:hash()
  for _ = 1, 2 do
    s:restore(kept)
    s:advance_to(1.4)
    assert(s:hash() == first, change .. ": another motion after going back")
  end
end
print "ok"
