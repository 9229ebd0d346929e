-- Numbers that leap over zero: a speed at an impact, an angle in (-pi, pi], a remainder. `when` fires once at each leap and each
-- crossing, and goes on from the side where the number stands, whichever way it goes then.
local tw = require "tauwerk"

local function near(what, got, want, within)
  assert(math.abs(got - want) <= within, ("%s: %.12g, not %.12g"):format(what, got, want))
end

-- times at which g fires; an error instead of firings without end
local function firings(scene, g, direction)
  local times = {}
  scene:when(g, function(_, t)
    times[#times + 1] = t
    assert(#times < 20, "it fires again and again")
  end, { direction = direction })
  return times
end

for _, stepper in ipairs { "auto", "dopri", "adams", "bdf", "timestep" } do
  tw.test("the speed of a ball that bounces, " .. stepper, function()
    local scene = tw.scene { gravity = { 0, 0, -10 }, stepper = stepper, step = 1 / 1000 }
    scene:ground { restitution = 0.8, friction = 0 }
    local ball = scene:sphere { radius = 0.1, position = { 0, 0, 1.35 }, collide = true, restitution = 0.8, friction = 0 }
    local g = function() return ball.velocity.z end
    local up, down, both = firings(scene, g, "up"), firings(scene, g, "down"), firings(scene, g, "both")
    scene:advance_to(1.5)
    local within = stepper == "timestep" and 2e-3 or 1e-6
    assert(#up == 2 and #down == 1 and #both == 3, ("%d, %d, %d"):format(#up, #down, #both))
    near("first impact", up[1], 0.5, within)
    near("apex", down[1], 0.9, within)
    near("second impact", up[2], 1.3, within)
  end)

  tw.test("the speed of a joint that comes back from its limit, " .. stepper, function()
    local scene = tw.scene { stepper = stepper, step = 1 / 1000 }
    local b = scene:body { mass = 1, inertia = { 1, 1, 1 }, angular_velocity = { 0, 0, 2 } }
    local hinge = scene:hinge { a = b, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
    scene:limit { joint = hinge, upper = 1, restitution = 0.5 }
    local down = firings(scene, function() return hinge.speed end, "down")
    scene:advance_to(1)
    assert(#down == 1, #down)
    near("speed", hinge.speed, -1, 1e-6)
  end)
end

for _, stepper in ipairs { "auto", "dopri", "adams", "bdf", "rk4", "wave", "timestep", "project" } do
  tw.test("an angle within a turn, and a remainder, " .. stepper, function()
    local scene = tw.scene { stepper = stepper, step = 1 / 1000 }
    local b = scene:body { mass = 1, inertia = { 1, 1, 1 }, velocity = { 1, 0, 0 }, angular_velocity = { 0, 0, 2 } }
    local angle = function()
      local x = b.orientation * tw.vec3(1, 0, 0)
      return math.atan(x.y, x.x) - 1
    end
    local both, down = firings(scene, angle, "both"), firings(scene, angle, "down")
    local remainder = firings(scene, function() return b.position.x % 1 - 0.25 end, "both")
    scene:advance_to(6)
    assert(#both == 4 and #down == 2, ("%d, %d"):format(#both, #down))
    near("crossing", both[1], 0.5, 1e-6)
    near("leap", both[2], math.pi / 2, 1e-6)
    near("crossing a turn on", both[3], 0.5 + math.pi, 1e-6)
    assert(#remainder == 11 or #remainder == 12, #remainder) -- the last leap is at the end
    near("second leap", remainder[4], 2, 1e-8)
  end)
end

tw.test("an event that turns a motion back at a crossing does not fire again by it", function()
  for _, part in ipairs { 1, 0.1, 1e-3 } do
    local scene = tw.scene {}
    local b = scene:body { mass = 1, inertia = { 1, 1, 1 }, velocity = { 1, 0, 0 } }
    local count = 0
    scene:when(function() return b.position.x - 0.333 end, function()
      count = count + 1
      b.velocity = -part * b.velocity
    end)
    scene:advance_to(1)
    assert(count == 1, count)
  end
end)

-- x goes through zero at 0.5 s, and an event turns the body back there
local function turned_back(what, f)
  local scene = tw.scene {}
  local b = scene:sphere { radius = 0.1, position = { 1, 0, 0 }, velocity = { -2, 0, 0 } }
  local count = 0
  scene:when(function() return f(b.position.x) end, function()
    count = count + 1
    assert(count < 20, what .. ": it fires again and again")
    b.velocity = -1 * b.velocity
  end)
  scene:advance_to(1.9)
  assert(count == 1, ("%s: %d times"):format(what, count))
  near(what, b.position.x, 2.8, 1e-7)
end

tw.test("a number that is steep at zero has not leapt", function()
  for k = 0, 8 do
    local steep = 10 ^ k
    turned_back("clamp " .. steep, function(x) return math.max(-1, math.min(1, steep * x)) end)
    turned_back("saturation " .. steep, function(x) return steep * x / math.sqrt(1 + (steep * x) ^ 2) end)
  end
  turned_back("cusp", function(x) return x < 0 and -math.sqrt(-x) or math.sqrt(x) end)
end)

-- the last digits of a number, and those of the time, are no leaps
for _, case in ipairs {
  { 0, 1, 1e-3 }, { 0, 1, 3e-7 }, { 0, 1, 1e-7 }, { 0, 3e5, 0.05 }, { 0, 1e8, 30 }, { 2.2e6, 1, 1 }, { 2e7, 1, 1 },
} do
  local begin, place, speed = table.unpack(case)
  tw.test(("at %g s and %g m, %g m/s"):format(begin, place, speed), function()
    local scene = tw.scene {}
    scene:advance_to(begin)
    local ball = scene:sphere { radius = 0.1, position = { place + speed / 2, 0, 0 }, velocity = { -speed, 0, 0 } }
    local count = 0
    scene:when(function() return ball.position.x - place end, function()
      count = count + 1
      ball.velocity = -1 * ball.velocity
      if count > 20 then error("it fires again and again") end
    end)
    scene:advance_to(begin + 1)
    assert(count == 1, count)
    near("place", (ball.position.x - place) / speed, 0.5, 1e-6)
  end)
end
