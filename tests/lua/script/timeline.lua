-- Events: exact times, order, crossings, ramps, coroutines; what an event may do.
local tw = require "tauwerk"

local function near(label, got, want, tolerance)
  assert(math.abs(got - want) <= tolerance, ("%s: got %.15g, expected %.15g"):format(label, got, want))
end

tw.test("equal times run in order of registration", function()
  local scene, log = tw.scene {}, {}
  scene:at(1, function(s, t) log[#log + 1] = "a" .. t end)
  scene:every(0.5, function(s, t) log[#log + 1] = "e" .. t end, { to = 1 })
  scene:at(1, function() log[#log + 1] = "b" end)
  scene:advance_to(2)
  assert(table.concat(log, " ") == "e0.0 e0.5 a1.0 e1.0 b", table.concat(log, " "))
end)

tw.test("a falling ball is located at the floor", function()
  local scene = tw.scene { gravity = { 0, 0, -10 } }
  local ball = scene:sphere { radius = 0.1, position = { 0, 0, 5 } }
  local at
  scene:when(function() return ball.position.z end, function(s, t) at = t end, { direction = "down" })
  scene:advance_to(3)
  near("time", at, 1, 2e-9)
end)

tw.test("a ball that an event reflects bounces at the right times", function()
  local scene = tw.scene { gravity = { 0, 0, -10 } }
  local ball = scene:sphere { radius = 0.1, position = { 0, 0, 5 } }
  local times = {}
  scene:when(function() return ball.position.z end, function(s, t)
    times[#times + 1] = t
    local v = ball.velocity
    ball.velocity = { v.x, v.y, -v.z }
  end)
  scene:advance_to(8)
  assert(#times == 4, #times .. " bounces")
  for i, t in ipairs(times) do near("bounce " .. i, t, 2 * i - 1, 1e-7) end
end)

tw.test("a condition fires when it becomes true, and at once if it is", function()
  local scene = tw.scene {}
  local ball = scene:sphere { radius = 0.1, velocity = { 1, 0, 0 } }
  local now, later
  scene:when(function() return ball.position.x > -1 end, function(s, t) now = t end)
  scene:when(function() return ball.position.x > 2 end, function(s, t) later = t end)
  scene:advance_to(4)
  near("at once", now, 0, 0)
  near("later", later, 2, 2e-9)
end)

tw.test("two crossings inside one long step are both found", function()
  local scene = tw.scene {}
  local ball = scene:sphere { radius = 0.1, velocity = { 1, 0, 0 } }
  local times = {}
  scene:when(function() return (ball.position.x - 1) ^ 2 - 0.0004 end, function(s, t) times[#times + 1] = t end)
  scene:advance_to(4)
  assert(#times == 2)
  near("first", times[1], 0.98, 2e-9)
  near("second", times[2], 1.02, 2e-9)
end)

tw.test("crossings far closer than the samples are told apart", function()
  for _, eps in ipairs { 1e-3, 1e-4, 1e-5, 1e-6 } do
    for _, place in ipairs { 0.4987, 0.5, 0.50249, 0.51 } do
      for direction, want in pairs { both = 2, up = 1, down = 1 } do
        local scene = tw.scene {}
        local ball = scene:sphere { radius = 0.1, velocity = { 1, 0, 0 } }
        local times = {}
        scene:when(function() return (ball.position.x - place) ^ 2 - eps ^ 2 end,
          function(s, t) times[#times + 1] = t end, { direction = direction })
        scene:advance_to(1)
        local label = ("%g around %g, %s"):format(eps, place, direction)
        assert(#times == want, label .. ": " .. #times .. " crossings")
        if direction ~= "up" then near(label, times[1], place - eps, 3e-9) end
        if direction ~= "down" then near(label, times[#times], place + eps, 3e-9) end
      end
    end
  end
  -- what comes near and turns back before zero does not cross it
  local scene = tw.scene {}
  local ball = scene:sphere { radius = 0.1, velocity = { 1, 0, 0 } }
  local n = 0
  scene:when(function() return (ball.position.x - 0.4987) ^ 2 + 1e-9 end, function() n = n + 1 end)
  scene:advance_to(1)
  assert(n == 0)
end)

tw.test("a ball that an event reflects keeps bouncing however low", function()
  local scene = tw.scene { gravity = { 0, 0, -10 } }
  local ball = scene:sphere { radius = 0.1, position = { 0, 0, 5 } }
  local times = {}
  scene:when(function() return ball.position.z end, function(s, t)
    times[#times + 1] = t
    ball.velocity = ball.velocity * -0.3
  end, { direction = "down" })
  scene:advance_to(1 + 2 * 0.3 / 0.7 * (1 - 0.3 ^ 8))
  assert(#times == 9, #times .. " bounces") -- the last flights take 4 ms, 1.3 ms and 0.4 ms
  for i, t in ipairs(times) do near("bounce " .. i, t, 1 + 2 * 0.3 / 0.7 * (1 - 0.3 ^ (i - 1)), 1e-7) end
end)

tw.test("a trigger ends with the object that it reads; one that never could read it is an error", function()
  local scene = tw.scene { gravity = { 0, 0, -10 } }
  local ball = scene:sphere { radius = 0.1, position = { 0, 0, 5 } }
  local other = scene:sphere { radius = 0.1, position = { 3, 0, 5 } }
  local n, m = 0, 0
  local trigger = scene:when(function() return ball.position.z end, function() n = n + 1; ball:remove() end)
  local before = scene:snapshot()
  scene:when(function() return other.position.z + 15 end, function() m = m + 1 end)
  scene:advance_to(3)
  assert(n == 1 and m == 1 and trigger.done and not ball:exists())
  scene:restore(before)
  assert(ball:exists() and not trigger.done)
  scene:advance_to(3)
  assert(n == 2)
  scene:when(function() return ball.position.z end, function() end)
  local ok, message = pcall(scene.advance_to, scene, 4)
  assert(not ok and message:find("was removed"), message)
end)

tw.test("a ramp of a force is an exact function of time", function()
  local scene = tw.scene {}
  local ball = scene:body { mass = 1, inertia = { 1, 1, 1 } }
  local push = scene:force { at = ball.center, value = { 0, 0, 0 } }
  scene:ramp { push, "value", to = { 6, 0, 0 }, t0 = 1, t1 = 2, ease = "linear" }
  scene:advance_to(3)
  -- v = 3 (t - 1)^2 to t = 2, then 3 + 6 (t - 2)
  near("v", ball.velocity.x, 9, 1e-9)
  near("x", ball.position.x, 1 + 3 + 3, 1e-9)
end)

tw.test("a coroutine waits", function()
  local scene = tw.scene { tau = 0.05 }
  local ball = scene:sphere { radius = 0.1, position = { 1, 0, 0 } }
  local seen = {}
  scene:timeline(function(tl)
    tl:wait(0.5)
    seen[1] = scene.time
    local pull = scene:connect(ball.center, scene:nail { 0, 0, 0 })
    tl:wait_settled(pull)
    seen[2] = scene.time
    assert(pull.settled)
    tl:wait_until(function() return scene.time > 3 end)
    seen[3] = scene.time
  end)
  scene:advance_to(5)
  near("wait", seen[1], 0.5, 0)
  assert(seen[2] > 0.6 and seen[2] < 2)
  near("wait_until", seen[3], 3, 2e-9)
end)

tw.test("events create, remove and switch", function()
  local scene = tw.scene { gravity = { 0, 0, -10 }, tau = 0.1 }
  local a = scene:sphere { radius = 0.1, name = "a" }
  local hold = scene:connect(a.center, scene:nail { 0, 0, 0 })
  local b
  scene:at(1, function() b = scene:sphere { radius = 0.2, name = "b", position = { 1, 0, 0 } } end)
  scene:at(2, function() hold:disable() end)
  scene:at(3, function() a:remove() end)
  scene:advance_to(2)
  near("held", a.position.z, 0, 1e-9)
  near("falls", b.position.z, -5, 1e-9)
  scene:advance_to(2.5)
  near("let go", a.position.z, -1.25, 1e-8)
  scene:advance_to(4)
  assert(not a:exists() and not hold:exists() and b:exists())
  assert(#scene.bodies == 1)
end)

tw.test("during gives u from 0 to 1", function()
  local scene, last, n = tw.scene { fps = 10 }, nil, 0
  scene:during(1, 2, function(t, u)
    last, n = u, n + 1
  end)
  scene:advance_to(3)
  near("u", last, 1, 0)
  assert(n == 11, n .. " calls")
end)

tw.test("a number that is exactly 0 where a step ends crosses there, once", function()
  local scene, times = tw.scene {}, {}
  scene:at(0.25, function() end)
  scene:when(function(s, t) return scene.time - 0.25 end, function(s, t) times[#times + 1] = t end)
  scene:advance_to(1)
  assert(#times == 1, #times .. " crossings")
  near("time", times[1], 0.25, 1e-9)
end)

tw.test("a number that stays 0 crosses once", function()
  local scene, n = tw.scene {}, 0
  scene:when(function() return scene.time < 0.5 and 1 or 0 end, function() n = n + 1 end)
  scene:advance_to(2)
  assert(n == 1, n .. " crossings")
end)

tw.test("a driven body is on its path from the start, a fixed one has no velocity", function()
  local scene = tw.scene {}
  local path = scene:path(function(t) return { 1 + t, 0, 0.5 } end)
  local b = scene:sphere { radius = 0.1, motion = path }
  near("x", b.position.x, 1, 0)
  near("v", b.velocity.x, 1, 0)
  local c = scene:sphere { radius = 0.1, fixed = true, velocity = { 1, 0, 0 } }
  near("fixed", c.velocity.x, 0, 0)
end)

tw.test("a function of t may look and change nothing", function()
  local scene = tw.scene {}
  local b = scene:sphere { radius = 0.1 }
  local ok, text = pcall(function() b.opacity = function(t) b:remove() return 1 end end)
  assert(not ok and text:find("may only look", 1, true) and b:exists(), text)
end)

-- a state that is changed after a restore stays so, also where a crossing stops the motion before the step's end
do
  local scene = tw.scene { duration = 2, gravity = "earth" }
  local ball = scene:sphere { radius = 0.1, position = { 0, 0, 1 }, velocity = { 1, 0, 3 } }
  scene:when(function() return ball.position.x - 1 end, function() end)
  scene:advance_to(0.998)
  local snapshot = scene:snapshot()
  scene:restore(snapshot)
  ball.velocity = { 1.5, 0, 0 }
  scene:advance_to(1.1)
  assert(math.abs(ball.position.x - (0.998 + 0.102 * 1.5)) < 1e-9, "restored, changed, stopped on the way")
end
