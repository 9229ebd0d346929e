-- What is kept of contacts from step to step, where limits come and go beside them, and where bodies are too swift for
-- numbers: an error at most.
local tw = require "tauwerk"

do -- four boxes rest; of sixty arms many come to their limits at once
  local s = tw.scene { stepper = "timestep", step = 1 / 240, gravity = "earth" }
  s:ground { height = 0, friction = 0.5 }
  local boxes, arms = {}, {}
  for k = 0, 3 do
    boxes[k + 1] = s:box { size = { 0.2, 0.2, 0.2 }, mass = 1, position = { k, 0, 0.1 }, collide = true }
  end
  for k = 1, 60 do
    arms[k] = s:box { size = { 0.4, 0.1, 0.1 }, mass = 1, position = { 0, 5 + k, 2 } }
    local hinge = s:hinge { a = arms[k], at = { 0, 5 + k, 2 }, axis = { 0, 0, 1 } }
    s:limit { joint = hinge, lower = -1, upper = 1 }
  end
  s:advance_to(100 / 240)
  for _, arm in ipairs(arms) do arm.angular_velocity = { 0, 0, 200 } end
  s:advance_to(140 / 240)
  for k, b in ipairs(boxes) do
    local off = (b.position - tw.vec3(k - 1, 0, 0.1)):length()
    assert(off < 1e-4, ("box %d has moved by %g m"):format(k, off))
  end
end

for _, n in ipairs { 9, 41 } do
  for _, speed in ipairs { 1e20, 1e60, 1e150, 1e300 } do
    local s = tw.scene { stepper = "timestep", step = 1 / 60, gravity = "earth" }
    s:ground { height = 0, friction = 0.5 }
    local balls = {}
    for k = 1, n do
      balls[k] = s:sphere { radius = 0.1, mass = 1, position = { 0.3 * (k % 5), 0.3 * (k // 5), 0.1 }, collide = true }
    end
    balls[1].velocity, balls[7].velocity = { speed, 0, 0 }, { 0, speed, speed }
    local good, why = pcall(function() s:advance_to(3 / 60) end)
    print(("%d balls, %g m/s: %s"):format(n, speed, good and "moved" or tostring(why)))
    assert(good or tostring(why):find("contact_kept.lua", 1, true), "an error without a place")
  end
end
