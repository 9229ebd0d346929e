-- What scripts see of contacts: scene.contacts, its forces at any time, scene:stats(), scene:on_contact,
-- scene:when on the first touch, and which pairs collide.
local tw = require "tauwerk"
local near = dofile("tests/lua/_cases.lua").near
local g = 9.81

-- forces: before the first step, inside frames and between them, at the end of a step, after going back
for _, stepper in ipairs { "auto", "timestep" } do
  local s = tw.scene { gravity = "earth", stepper = stepper }
  s:ground { height = 0 }
  local low = s:box { size = { 0.4, 0.4, 0.2 }, mass = 3, position = { 0, 0, 0.1 }, collide = true }
  local top = s:sphere { radius = 0.1, mass = 2, position = { 0, 0, 0.3 }, collide = true }
  local function check(label, within)
    local on_low, on_top = tw.vec3(0, 0, 0), tw.vec3(0, 0, 0)
    for _, c in ipairs(s.contacts) do
      assert(c.ground == (c.b == nil))
      if c.ground then
        assert(c.a == low)
        near(label .. ": normal", c.normal.z, 1, 1e-9)
        near(label .. ": point", c.point.z, 0, 1e-4)
        on_low = on_low + c.force
      else
        assert(c.a == low and c.b == top)
        near(label .. ": normal", c.normal.z, -1, 1e-9)
        on_top = on_top - c.force
      end
      near(label .. ": gap", c.gap, 0, 1e-4)
    end
    near(label .. ": under both", on_low.z, 5 * g, within * 5 * g)
    near(label .. ": under the ball", on_top.z, 2 * g, within * 2 * g)
    near(label .. ": sideways", math.abs(on_low.x) + math.abs(on_low.y), 0, within * 5 * g)
  end
  check(stepper .. ", at first", 1e-10)
  assert(#s:contacts() == #s.contacts and #s.contacts >= 4)
  local frames = 0
  s:record { "weight", value = function()
    frames = frames + 1
    check(stepper .. ", in a record", 1e-3)
    return 1
  end, every = 0.0137 }
  s:advance_to(0.5)
  assert(frames > 30)
  check(stepper .. ", later", 1e-3)
  local saved = s:snapshot()
  local before = s.contacts
  s:advance_to(0.7)
  s:restore(saved)
  local after = s.contacts
  assert(#before == #after)
  for i = 1, #before do assert(before[i].force == after[i].force and before[i].point == after[i].point) end
  local st = s:stats()
  assert(st.contacts == #before and st.unfinished == 0 and st.depth < 1e-4, "stats")
  assert(st.complementarity >= 0 and st.complementarity < 1e-3, "residual")
  assert(st.complementarity_force < 0.1 and st.complementarity_length < 1e-6)
  top.velocity = { 0, 0, 0.0 }
  check(stepper .. ", after a change", 1e-2)
end

-- the exact residual of an instant
do
  local s = tw.scene { gravity = "earth" }
  s:ground { friction = 0.3 }
  for i = 1, 3 do
    s:box { size = { 0.4, 0.4, 0.2 }, position = { 0, 0, 0.2 * i - 0.1 }, collide = true, friction = 0.3 }
  end
  local st = s:stats()
  assert(st.contacts == 12 and st.complementarity < 1e-10 and st.complementarity_force < 1e-8)
end

-- a bouncing ball touches once per bounce, at the times of the closed form
do
  local e, h = 0.5, 1
  local s = tw.scene { gravity = "earth" }
  s:ground { restitution = e, friction = 0 }
  local times = {}
  local ball
  local handle = s:on_contact { function(scene, t, c)
    assert(scene == s and c.a == ball and c.ground and math.abs(c.gap) < 3e-8)
    times[#times + 1] = t
  end }
  ball = s:sphere { radius = 0.1, position = { 0, 0, h + 0.1 }, collide = true }
  assert(not handle.done and handle.time == nil)
  local t = math.sqrt(2 * h / g)
  s:advance_to(1.2)
  for n = 1, #times do
    near("bounce " .. n, times[n], t, 1e-9)
    t = t + 2 * math.sqrt(2 * h / g) * e ^ n
  end
  assert(#times == 3 and t > 1.2, "times: " .. #times)
  assert(handle.time == times[#times] and handle.fired and not handle.done)
  local listed = false
  for _, event in ipairs(s:events()) do listed = listed or event.kind == "contact" and event.fired end
  assert(listed)
  handle:cancel()
  assert(handle.done)
  local n = #times
  s:advance_to(2)
  assert(#times == n)
end

for stepper, within in pairs { auto = 4e-9, timestep = 1 / 600 } do
  local s = tw.scene { gravity = "earth", stepper = stepper, step = 1 / 600 }
  local first
  s:ground { restitution = 0.5 }
  s:sphere { radius = 0.1, position = { 0, 0, 1.1 }, collide = true }
  s:when(function() return #s.contacts > 0 end, function(_, t) first = first or t end)
  s:advance_to(0.6)
  near("when on the first touch, " .. stepper, first, math.sqrt(2 / g), within)
end

-- timestep: once per bounce as well, at the ends of steps; and through a snapshot
do
  local s = tw.scene { gravity = "earth", stepper = "timestep", step = 1 / 600 }
  s:ground { restitution = 0.6 }
  local count = 0
  local ball = s:sphere { radius = 0.1, position = { 0, 0, 1.1 }, collide = true }
  s:on_contact { b = ball, function() count = count + 1 end }
  s:advance_to(0.4)
  assert(count == 0)
  local saved = s:snapshot()
  s:advance_to(0.47)
  assert(count == 1, "count: " .. count)
  s:restore(saved)
  s:advance_to(0.47)
  assert(count == 2, "count: " .. count)
  local at = s:snapshot()
  s:restore(at)
  s:advance_to(0.6)
  assert(count == 2, "count: " .. count)
  s:advance_to(1.2)
  assert(count == 3, "count: " .. count)
end

-- who: groups, both orders, nothing for what touches already, removal and creation in the event
do
  local s = tw.scene { gravity = "earth" }
  s:ground {}
  local team = s:group { name = "team" }
  local floor = s:box { size = { 4, 4, 0.2 }, position = { 0, 0, 0.1 }, collide = true }
  local a = team:sphere { radius = 0.1, position = { 0, 0, 0.5 }, collide = true }
  local b = team:group { name = "inner" }:sphere { radius = 0.1, position = { 1, 0, 0.6 }, collide = true }
  local other = s:sphere { radius = 0.1, position = { -1, 0, 0.45 }, collide = true }
  local log = {}
  local function note(label) return function(_, t, c) log[#log + 1] = label .. " " .. (c.b and c.b.name or c.a.name) end end
  s:on_contact { a = floor, b = team, note "floor-team" }
  s:on_contact { a = team, b = floor, note "team-floor" }
  s:on_contact { a = "ground", note "ground" }
  s:on_contact(other, nil, function(scene, t, c)
    log[#log + 1] = "other"
    other:remove()
    scene:sphere { name = "late", radius = 0.1, position = { -1, 1, 0.3 }, collide = true }
  end)
  s:on_contact { a = other, note "never" }
  s:on_contact { note "any", times = 2 }
  s:advance_to(1)
  local text = table.concat(log, ", ")
  -- what the first one has removed touches nobody any more
  local wanted = "other, any late, floor-team team/sphere1, team-floor team/sphere1, any team/sphere1, "
    .. "floor-team team/inner/sphere1, team-floor team/inner/sphere1"
  if text ~= wanted then error(text) end
end

-- which pairs collide
do
  local s = tw.scene { gravity = "earth" }
  s:ground {}
  local function drop(x)
    return s:sphere { radius = 0.1, position = { x, 0, 0.5 }, collide = true }
  end
  local function shelf(x) return s:box { size = { 0.5, 0.5, 0.1 }, position = { x, 0, 0.25 }, fixed = true, collide = true } end
  local b1, b2, b3 = drop(0), drop(1), drop(2)
  local s1, s2, s3 = shelf(0), shelf(1), shelf(2)
  local ghosts = s:group {}
  local g1, g2 = ghosts:sphere { radius = 0.1, position = { 5, 0, 0.5 }, collide = true },
    ghosts:sphere { radius = 0.1, position = { 5, 0, 0.9 }, collide = true }
  s:collide(b1, s1, false)
  s:collide(b2, s2, false)
  s:collide(b2, s2, true)
  s:collide(b3, s3, false)
  s:collide(b3, s.ground, false)
  s:collide(ghosts, ghosts, false)
  local saved = s:snapshot()
  s:advance_to(1)
  near("through the shelf, onto the ground", b1.position.z, 0.1, 1e-4)
  near("on the shelf", b2.position.z, 0.4, 1e-4)
  assert(b3.position.z < -1)
  near("a ghost in a ghost", g1.position.z, 0.1, 1e-4)
  near("the other", g2.position.z, 0.1, 1e-4)
  s:restore(saved)
  s:collide(ghosts, ghosts, true)
  s:collide(b1, s1, true)
  s:advance_to(1)
  near("a restored scene", b1.position.z, 0.4, 1e-4)
  assert(b3.position.z < -1)
  assert((g1.position - g2.position):length() > 0.2 - 1e-4)
end

-- a pair that a constraint joins: apart unless asked
for _, asked in ipairs { false, true } do
  local s = tw.scene { gravity = "earth", tau = 0.02 }
  local low = s:box { size = { 0.4, 0.1, 0.1 }, position = { 0, 0, 0 }, collide = true, fixed = true }
  local arm = s:box { size = { 0.6, 0.1, 0.1 }, position = { 0.3, 0, 0.3 }, collide = true }
  s:hinge { a = arm, b = low, at = { 0, 0, 0.3 }, axis = { 0, 1, 0 } }
  if asked then s:collide(low, arm, true) end
  local count = 0
  s:on_contact { function() count = count + 1 end }
  s:advance_to(0.5)
  assert((count > 0) == asked, tostring(asked) .. count)
end

-- what contacts do is in the net forces, the accelerations and the forces of constraints
for _, stepper in ipairs { "auto", "timestep" } do
  local s = tw.scene { gravity = "earth", stepper = stepper }
  s:ground {}
  local ball = s:sphere { radius = 0.1, mass = 2, position = { 3, 0, 0.1 }, collide = true }
  local beam = s:capsule { from = { 0, 0, 0.5 }, to = { 1, 0, 0.5 }, radius = 0.05, mass = 4, collide = true, friction = 0 }
  s:sphere { radius = 0.2, position = { 0.75, 0, 0.25 }, fixed = true, collide = true, friction = 0 }
  local pin = s:connect(beam.end1, s:nail { 0, 0, 0.5 })
  local top = s:force { at = beam.end2, value = { 0, 0, -6 } }
  -- about the pin: 0.75 N = 0.5 m g + 6
  local N = (0.5 * 4 * g + 6) / 0.75
  local function check(label, within)
    near(label .. ": the ball's net force", ball.force:length(), 0, within)
    near(label .. ": its acceleration", ball.center.acceleration:length() + ball.acceleration:length(), 0, within)
    near(label .. ": the beam's", beam.force:length() + beam.torque:length(), 0, 4 * within)
    near(label .. ": the pin", pin.force.z, 4 * g + 6 - N, 4 * within)
    local split = pin.split
    near(label .. ": in parts", (split.external + split.inertial + split.velocity + split.deviation - pin.force):length(), 0, 1e-9)
  end
  check(stepper .. ", at first", 1e-8)
  s:advance_to(1)
  check(stepper .. ", later", 2e-2)
  top:disable()
  ball:remove()
  s:advance_to(1.5)
  near("without the load", pin.force.z, 4 * g - 0.5 * 4 * g / 0.75, 5e-2)
end

-- things that land in one instant and are removed by their events: each is told of once, and as itself
do
  local s = tw.scene { gravity = "earth" }
  s:ground { height = 0 }
  local told = {}
  for i = 1, 9 do s:sphere { radius = 0.05, position = { 0.2 * i, 0, 0.3 }, collide = true } end
  s:on_contact { b = "ground", function(scene, t, c)
    near("place of what lands", c.point.x, 0.2 * tonumber(c.a.name:match("%d+")), 1e-9)
    told[c.a.name] = (told[c.a.name] or 0) + 1
    c.a:remove()
  end }
  s:advance_to(0.5)
  assert(#s.bodies == 0, "some were not told of")
  for i = 1, 9 do assert(told["sphere" .. i] == 1, "told of sphere " .. i) end
end
