-- Steps of `timestep` that a script has cut short, and slips that go on for ever: forces are told as if steps were even,
-- and what creeps costs no more than it is worth.
local tw = require "tauwerk"
local on = dofile("tests/lua/_cases.lua").force
local g = 9.81
local near = dofile("tests/lua/_cases.lua").near
local h = 1 / 600

-- each makes a scene, a body and what presses on it
local scenes = {
  { "a rod falls over", function(s)
    s:ground { friction = 0 }
    return s:capsule { length = 1, radius = 0.01, mass = 1, orientation = tw.axis_angle({ 0, 1, 0 }, 0.5),
      position = { 0, 0, 0.01 + 0.5 * math.cos(0.5) }, collide = true, friction = 0 }
  end },
  { "a ball in a pipe", function(s)
    s:torus { major_radius = 1, minor_radius = 0.1, orientation = tw.axis_angle({ 1, 0, 0 }, math.pi / 2), fixed = true,
      collide = true, friction = 0 }
    return s:sphere { radius = 0.1, mass = 1, position = { 0, 0, -0.8 }, velocity = { 2.5, 0, 0 }, collide = true, friction = 0 }
  end },
  { "a box on a turntable", function(s)
    local disk = s:cylinder { radius = 2, height = 0.1, position = { 0, 0, -0.05 }, collide = true }
    disk.angular_velocity = { 0, 0, 1.5 }
    s:motor { joint = s:hinge { a = disk, at = { 0, 0, -0.05 }, axis = { 0, 0, 1 } }, speed = 1.5 }
    return s:box { size = { 0.1, 0.1, 0.05 }, mass = 1, position = { 1, 0, 0.025 }, velocity = { 0, 1.5, 0 },
      angular_velocity = { 0, 0, 1.5 }, collide = true }
  end },
}
for _, case in ipairs(scenes) do
  local function run(cuts, at)
    local s = tw.scene { gravity = { 0, 0, -g }, stepper = "timestep", step = h }
    local b = case[2](s)
    for _, t in ipairs(cuts) do s:advance_to(t) end
    s:advance_to(at)
    return on(b, s), s, b
  end
  local even = run({}, 0.2)
  assert(even:length() > 1, case[1])
  for _, part in ipairs { 0.9, 0.5, 0.2, 0.01 } do
    -- the short step, and the long one after it
    local short, s, b = run({ 0.2 }, 0.2 + part * h)
    assert((short - even):length() < 0.02 * even:length(), ("%s, %g of a step: %s, not %s"):format(case[1], part, short, even))
    local saved = s:snapshot()
    s:advance(h)
    local long = on(b, s)
    assert((long - even):length() < 0.04 * even:length(), ("%s, after %g of a step: %s, not %s"):format(case[1], part, long, even))
    s:restore(saved)
    s:advance(h)
    assert(on(b, s) == long, "after going back")
    s:restore(saved)
    s.gravity = { 0, 0, 0 } -- nothing is told of what has been changed
    s:advance(h)
    assert((on(b, s) - long):length() > 0.01 * even:length(), "without gravity")
  end
end

-- a blow is told of its own step alone, however steps are cut
for _, part in ipairs { 0.3, 0.5, 0.7, 0.9 } do
  local s = tw.scene { gravity = { 0, 0, -g }, stepper = "timestep", step = h }
  s:ground {}
  local b = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0.3 }, collide = true }
  local blows, after, landed = 0, 0
  for _ = 1, 0.35 / (part * h) // 1 do
    s:advance(part * h)
    local f = on(b, s).z
    if f > 3 * g then
      blows, landed = blows + 1, s.time
    elseif landed then
      after = math.max(after, f)
    end
  end
  assert(blows >= 1 and blows <= 2 and after < 1.5 * g and on(b, s).z > 0.99 * g, ("%g: %d, %g"):format(part, blows, after))
end

-- a block dragged at a snail's pace: exact, and no more than so many steps; bdf does not mind
for _, stepper in ipairs { "auto", "dopri", "bdf", "timestep" } do
  for _, v in ipairs { 1e-2, 1e-4, 2e-5 } do
    local s = tw.scene { gravity = { 0, 0, -g }, stepper = stepper }
    s:ground { friction = 0.5 }
    local b = s:box { size = { 0.2, 0.2, 0.1 }, mass = 1, position = { 0, 0, 0.05 }, velocity = { v, 0, 0 }, collide = true }
    local c = s:constraint { points = { b.center }, deviation = function(x, t) return x[1].x - v * t end }
    s:advance_to(1)
    near("creeps", b.position.x, v, 1e-9)
    near("pull", c.force.x, 0.5 * g, 1e-6)
    local n = s:stats()
    assert(n.steps < 1800, ("%s at %g m/s: %d steps"):format(stepper, v, n.steps))
    assert((n.coarse_steps == 0) == (v > 1e-3 or stepper == "bdf" or stepper == "timestep"), stepper)
  end
end

-- two boxes within each other that may collide from now on: they part, ever more slowly
do
  local s = tw.scene { gravity = { 0, 0, -g } }
  s:ground {}
  local a = s:box { size = { 0.2, 0.2, 0.2 }, position = { 0, 0, 0.1 }, collide = true }
  local b = s:box { size = { 0.2, 0.2, 0.2 }, position = { 0.195, 0, 0.1 }, collide = true }
  s:collide(a, b, false)
  s:advance_to(0.5)
  s:collide(a, b, true)
  s:advance_to(3)
  near("apart", (a.position - b.position):length(), 0.2, 1e-4)
  assert(s:stats().steps < 3500, "steps: " .. s:stats().steps)
end
print "ok"
