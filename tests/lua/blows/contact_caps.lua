-- Forces of constraints that are bounded (max_force, max_torque) beside contacts and limits, and under `timestep`: the
-- numbers by hand.
local tw = require "tauwerk"

local g = 9.81

local function near(label, got, want, within)
  if not (math.abs(got - want) <= within) then
    error(("%s: got %.12g, expected %.12g within %g"):format(label, got, want, within), 2)
  end
end

-- f(scene, e): e the relative error of the stepper
local function each(name, f)
  for _, stepper in ipairs { "dopri", "auto", "timestep" } do
    local e = stepper == "timestep" and 2e-3 or 1e-6
    tw.test(name .. ", " .. stepper, function()
      f(tw.scene { gravity = "earth", stepper = stepper, tau = 0.1, step = 1 / 240 }, e, stepper)
    end)
  end
end

-- a box of 1 kg on the ground, pulled at its centre by a nail that is far off
local function sled(s, friction, force, options)
  s:ground { friction = friction }
  options = options or {}
  options.max_force = force
  local box = s:box { size = { 0.4, 0.4, 0.2 }, mass = 1, position = { 0, 0, 0.1 }, collide = true, friction = friction }
  return box, s:connect(box.center, s:nail { 50, 0, 0.1 }, options)
end

each("a sled that is pulled: friction holds it", function(s, e)
  local box, c = sled(s, 0.5, 4)
  s:advance(1)
  near("x", box.position.x, 0, 1e-6)
  near("pull", c.force.x, 4, 1e-6)
  local sum = tw.vec3(0, 0, 0)
  for _, k in ipairs(s.contacts) do sum = sum + k.force end
  near("friction", math.abs(sum.x), 4, 1e-2)
  near("weight", math.abs(sum.z), g, 2e-2)
end)

each("a sled that is pulled: it slides", function(s, e)
  local box, c = sled(s, 0.3, 4)
  local a = 4 - 0.3 * g
  s:advance(1)
  near("v", box.velocity.x, a, 2 * e * a + 1e-8)
  near("x", box.position.x, a / 2, 4 * e * a + 1e-8)
  near("pull", c.force:length(), 4, 1e-6)
end)

each("a sled against a wall", function(s, e)
  s:box { size = { 1, 1, 1 }, position = { 0.7, 0, 0.5 }, fixed = true, collide = true, friction = 0 }
  local box, c = sled(s, 0, 7)
  s:advance(1)
  near("x", box.position.x, 0, 1e-4)
  near("pull", c.force.x, 7, 1e-5)
  local push = 0
  for _, k in ipairs(s.contacts) do push = push + (math.abs(k.normal.x) > 0.9 and math.abs(k.force.x) or 0) end
  near("push", push, 7, 2e-2)
end)

each("a motor against a limit", function(s, e)
  s.gravity = { 0, 0, 0 }
  local arm = s:box { size = { 1, 0.1, 0.1 }, mass = 3, position = { 0.5, 0, 0 } }
  local hinge = s:hinge { a = arm, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  local motor = s:motor { joint = hinge, speed = 4, max_torque = 2 }
  local limit = s:limit { joint = hinge, upper = 0.5 }
  local I = 3 * (1 + 0.01) / 12 + 3 * 0.25
  s:advance(0.3)
  near("on its way", hinge.angle, 0.5 * 2 / I * 0.09, 3 * e)
  near("torque on its way", motor.torque.z, 2, 1e-6)
  s:advance(2)
  near("angle", hinge.angle, 0.5, 1e-5)
  near("motor", motor.torque.z, 2, 1e-5)
  near("limit", limit.torque.z, -2, 1e-2)
  motor.max_torque = 0.5
  s:advance(0.5)
  near("weaker", motor.torque.z, 0.5, 1e-5)
  motor.max_torque = nil
  motor.speed = -1
  s:advance(0.2)
  assert(hinge.angle < 0.45)
end)

each("a wheel that is driven along the ground", function(s, e, stepper)
  s:ground { friction = 0.8 }
  local R, m = 0.25, 4
  local wheel = s:sphere { radius = R, mass = m, position = { 0, 0, R }, collide = true, friction = 0.8 }
  local axle = s:box { size = { 0.1, 0.1, 0.1 }, mass = 2, position = { 0, 0, R } }
  s:orient { body = axle, axis = { 1, 0, 0 }, to = { 1, 0, 0 } }
  s:orient { body = axle, axis = { 0, 0, 1 }, to = { 0, 0, 1 } }
  local hinge = s:hinge { a = wheel, b = axle, at = { 0, 0, R }, axis = { 0, 1, 0 } }
  local motor = s:motor { joint = hinge, speed = 100, max_torque = 1.5 }
  local a = 1.5 / R / (m + 2 + 0.4 * m)
  s:advance(1)
  near("v", wheel.velocity.x, a, 4 * e * a)
  near("x", wheel.position.x, a / 2, 4 * e * a)
  near("rolls", wheel.angular_velocity.y * R, wheel.velocity.x, 1e-5 + e * 1e-1)
  near("torque", motor.torque.y, 1.5, 1e-6)
end)

each("nothing touches", function(s, e)
  local ball = s:sphere { radius = 0.1, mass = 1 }
  local c = s:connect(ball.center, s:nail { 0, 0, 0 }, { max_force = 5 })
  s:advance(0.5)
  near("fall", ball.velocity.z, -(g - 5) * 0.5, 1e-6)
  near("depth", ball.position.z, -(g - 5) * 0.125, 6 * e)
  near("force", c.force:length(), 5, 1e-6)
  c.max_force = 12
  s:advance(20)
  near("comes back", ball.position.z, 0, 1e-6)
  near("carries", c.force.z, g, 1e-5)
end)

each("bounds that are not reached change nothing", function(s)
  local a, b
  for _, force in ipairs { 1e6, false } do
    local t = tw.scene { gravity = "earth", stepper = s.stepper, tau = 0.1, step = 1 / 240 }
    t:ground { friction = 0.4 }
    local box = t:box { size = { 0.4, 0.4, 0.2 }, mass = 1, position = { 0, 0, 0.1 }, collide = true, friction = 0.4 }
    t:connect(box.center, t:nail { 0.5, 0, 0.1 }, { tau = 0.2, max_force = force or nil })
    t:advance(1)
    a, b = b, box.position
  end
  near("x", a.x, b.x, 1e-7)
end)

each("two nails share what they may", function(s, e)
  s.gravity = { 0, 0, 0 }
  s:box { size = { 1, 1, 1 }, position = { 0.7, 0, 0 }, fixed = true, collide = true, friction = 0 }
  local box = s:box { size = { 0.4, 0.4, 0.2 }, mass = 1, collide = true, friction = 0 }
  local weak = s:connect(box.center, s:nail { 50, 0, 0 }, { max_force = 3 })
  local strong = s:connect(box.center, s:nail { 70, 0, 0 }, { max_force = 8 })
  s:advance(1)
  near("weak", weak.force.x, 3, 1e-4)
  near("strong", strong.force.x, 8, 1e-4)
  local push = 0
  for _, k in ipairs(s.contacts) do push = push + math.abs(k.force.x) end
  near("push", push, 11, 5e-2)
end)

each("a bound that falls: the load slips off", function(s, e)
  s:ground {}
  local ball = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 1 }, collide = true }
  local c = s:connect(ball.center, s:nail { 0, 0, 1 }, { max_force = function(t) return 20 - 20 * t end })
  s:advance(0.4)
  near("holds", ball.position.z, 1, 1e-5)
  s:advance(2)
  near("lies", ball.position.z, 0.1, 2e-5)
  near("no force", c.force:length(), 0, 1e-4)
end)

each("an impact takes no time", function(s, e)
  s.gravity = { 0, 0, 0 }
  local ball = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0 }, collide = true, restitution = 1 }
  local other = s:sphere { radius = 0.1, mass = 1, position = { -0.5, 0, 0 }, velocity = { 2, 0, 0 }, collide = true,
    restitution = 1 }
  local c = s:connect(ball.center, s:nail { 0, 0, 0 }, { tau = 1, max_force = 0.5 })
  s:advance(0.16)
  near("all of it", ball.velocity.x, 2 - 0.5 * 0.01, 3e-3)
  near("none is left", other.velocity.x, 0, 3e-3)
  near("pulls", c.force.x, -0.5, 1e-6)
end)

each("a hinge whose force and torque are bounded, on the ground", function(s, e)
  s:ground { friction = 0 }
  local beam = s:box { size = { 1, 0.2, 0.2 }, mass = 2, position = { 0, 0, 0.1 }, collide = true, friction = 0 }
  local weld = s:weld { a = beam, at = { 0, 0, 3 }, max_force = 6, max_torque = 3 }
  s:advance(0.5)
  assert(weld.force:length() <= 6 * (1 + 1e-6) and weld.torque:length() <= 3 * (1 + 1e-6))
  local down = 0
  for _, k in ipairs(s.contacts) do down = down + math.abs(k.force.z) end
  near("the rest of the weight", down + weld.force.z, 2 * g, 5e-2)
end)

each("a car: two wheels of four are driven", function(s, e)
  s:ground { friction = 0.8 }
  local chassis = s:box { size = { 2, 1, 0.3 }, mass = 20, position = { 0, 0, 0.4 }, collide = true }
  local motors = {}
  for _, x in ipairs { -0.7, 0.7 } do
    for _, y in ipairs { -0.6, 0.6 } do
      local wheel = s:cylinder { radius = 0.3, height = 0.1, mass = 2, position = { x, y, 0.3 },
        orientation = tw.euler(tw.deg(90), 0, 0), collide = true, friction = 0.8 }
      local hinge = s:hinge { a = wheel, b = chassis, at = { x, y, 0.3 }, axis = { 0, 1, 0 } }
      if x < 0 then motors[#motors + 1] = s:motor { joint = hinge, speed = 30, max_torque = 3 } end
    end
  end
  s:advance(0.5)
  near("v", chassis.velocity.x, 0.5 * 0.625, e)
  near("torque", motors[2].torque.y, 3, 1e-6)
  for _, m in ipairs(motors) do m.max_torque = 30 end -- the wheels slip, which shares the load anew at each instant
  local steps = s:stats().steps
  s:advance(0.5)
  near("v, wheels that slip", chassis.velocity.x, 0.5 * 0.625 + 0.5 * 4.9, 0.1)
  assert(s:stats().steps - steps < 200)
  near("unfinished", s:stats().unfinished, 0, 0)
end)

-- a row of capsules that falls, its hinges braked by motors that are too weak: many bounds at once
for _, most in ipairs { 0.1, 1, 5 } do
  tw.test(("a limp chain falls onto the ground, brakes of %g N m"):format(most), function()
    local s = tw.scene { gravity = "earth", stepper = "timestep", tau = 0.05, step = 1 / 240 }
    s:ground { friction = 0.6 }
    local motors, before = {}, nil
    for i = 1, 7 do
      local link = s:capsule { radius = 0.05, from = { 0.3 * (i - 1), 0.02 * i, 0.5 }, to = { 0.3 * i - 0.1, 0.02 * i + 0.01, 0.5 + 0.01 * i },
        mass = 1, collide = true, friction = 0.6 }
      if before then
        local h = s:hinge { a = link, b = before, at = { 0.3 * (i - 1) - 0.05, 0.02 * i, 0.5 }, axis = { 0, 1, 0 } }
        motors[#motors + 1] = s:motor { joint = h, speed = 0, max_torque = most }
      end
      before = link
    end
    local at = 0
    for _ = 1, 120 do
      s:advance(1 / 240)
      for _, m in ipairs(motors) do
        local part = m.torque:length() / most
        assert(part <= 1 + 1e-6, part)
        if part > 1 - 1e-6 then at = at + 1 end
      end
    end
    assert(at > 20, at)
    near("unfinished", s:stats().unfinished, 0, 0)
    local weight = 0
    s:advance(1.5)
    for _, k in ipairs(s.contacts) do weight = weight + math.abs(k.force.z) end
    if most < 5 then near("weight", weight, 7 * g, 0.7) end -- stiff ones rock for long
  end)
end

-- two drives at their bounds; when the box has come to its turn the second one needs its bound no more
tw.test("drives that need their bounds no more", function()
  local x, turns = {}, {}
  for i, stepper in ipairs { "dopri", "auto" } do
    local s = tw.scene { gravity = "earth", stepper = stepper, tau = 0.1, step = 1 / 240 }
    s:ground { friction = 0.5 }
    local box = s:box { size = { 0.4, 0.4, 0.2 }, mass = 1, position = { 1, 0, 0.1 }, collide = true, friction = 0.3 }
    local drive = s:velocity { point = box.center, value = { 2, 0, 0 }, max_force = 5 }
    s:spin { body = box, value = { 0, 0, 3 }, max_torque = 0.5 }
    s:advance(1)
    x[i], turns[i] = box.position.x, box.angular_velocity.z
    assert(drive.force:length() <= 5 * (1 + 1e-6))
    local done = s:stats()
    near("unfinished", done.unfinished, 0, 0)
    assert(done.evaluations < 4000, done.evaluations)
  end
  near("x", x[2], x[1], 1e-5)
  near("turns", turns[2], turns[1], 1e-4)
end)

-- Any number of nails that are too weak, on boxes that lie, lean and slide: a force within its bound keeps its law, and
-- one at its bound falls short of it
tw.test("which bounds hold", function()
  local within, at = 0, 0
  for _, seed in ipairs { 1, 3, 5, 6, 7 } do
    local s = tw.scene { gravity = "earth", stepper = "dopri", tau = 0.3, seed = seed, rtol = 1e-7, atol = 1e-9 }
    local r = s.random
    s:ground { friction = 0.4 }
    local nails = {}
    for i = 1, 2 do
      local box = s:box { size = { 0.3, 0.3, 0.2 }, mass = r:uniform(0.5, 2), position = { 0.5 * i, 0, 0.1 }, collide = true,
        friction = 0.4 }
      nails[#nails + 1] = s:connect(box:point { r:uniform(-0.1, 0.1), r:uniform(-0.1, 0.1), 0 },
        s:nail { 0.5 * i + r:uniform(-0.2, 0.2), r:uniform(-0.2, 0.2), 0.1 }, { max_force = r:uniform(0.5, 8) })
    end
    local h = 1e-4
    for _ = 1, 3 do
      s:advance(0.05)
      local before, now = {}, {}
      for i, c in ipairs(nails) do before[i] = c.rate end
      s:advance(h)
      for i, c in ipairs(nails) do now[i] = { c.rate, c.deviation, c.force, c.max_force } end
      s:advance(h)
      for i, c in ipairs(nails) do
        local rate, D, force, most = table.unpack(now[i])
        local off = (c.rate - before[i]) / (2 * h) + (2 / 0.3) * rate + (1 / 0.3 ^ 2) * D
        local size = force:length()
        assert(size <= most * (1 + 1e-6), "beyond its bound")
        if size < most * 0.999 then
          within = within + 1
          near("law", off:length(), 0, 2e-3)
        elseif off:length() > 0.05 then
          at = at + 1
          near("along it", math.abs(off:dot(force)), off:length() * size, 1e-3 * off:length() * size)
        end
      end
    end
  end
  assert(within > 5 and at > 5, within .. " " .. at)
end)

-- by the momentum, not by what is read: what turns needs m w^2 r of its joint, which may give so much less
for _, case in ipairs { { 10, 1 }, { 3, 1 }, { 3, 100 } } do
  tw.test(("a rod that turns on a nail of %g N, %g rad/s"):format(case[2], case[1]), function()
    for _, h in ipairs { 1 / 60, 1 / 1000 } do
      local s = tw.scene { gravity = { 0, 0, 0 }, stepper = "timestep", step = h }
      local rod = s:box { size = { 1, 0.05, 0.05 }, mass = 1, position = { 0.5, 0, 0 }, angular_velocity = { 0, 0, case[1] },
        velocity = { 0, 0.5 * case[1], 0 } }
      local c = s:connect(rod:point { -0.5, 0, 0 }, s:nail { 0, 0, 0 }, { max_force = case[2] })
      for _ = 1, 5 do
        local before = rod.velocity
        s:advance(h)
        local force = (rod.velocity - before):length() / h
        assert(force <= case[2] * (1 + 1e-6), "by momentum: " .. force)
        near("read", c.force:length(), math.min(case[2], case[1] ^ 2 / 2), 1e-2 * case[1] ^ 2)
      end
    end
  end)
end

tw.test("a hinge that gives way under timestep does so as under dopri", function()
  local apart = {}
  for i, stepper in ipairs { "dopri", "timestep" } do
    local s = tw.scene { gravity = { 0, 0, 0 }, stepper = stepper, step = 1 / 1000, tau = 0.05 }
    local rod = s:box { size = { 1, 0.05, 0.05 }, mass = 1, position = { 0.5, 0, 0 }, angular_velocity = { 0, 0, 9 },
      velocity = { 0, 4.5, 0 } }
    local hinge = s:hinge { a = rod, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, max_force = 20 }
    s:advance(0.3)
    apart[i] = rod:point { -0.5, 0, 0 }.position:length()
    near("read", hinge.force:length(), 20, 1e-3)
  end
  near("apart", apart[2], apart[1], 0.03 * apart[1])
end)
