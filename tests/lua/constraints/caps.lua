-- max_force and max_torque: a nail that carries no more than it may, redundant ones that share, a
-- motor-like turn that is slow; the numbers by hand.
local tw = require "tauwerk"

local function near(label, got, want, within)
  local miss = got - want
  miss = type(miss) == "number" and math.abs(miss) or miss:length()
  if not (miss <= within) then
    error(("%s: got %s, expected %s"):format(label, tostring(got), tostring(want)), 2)
  end
end

local function ball(scene)
  return scene:sphere { radius = 0.1, mass = 1 }
end

-- 1 kg on a nail that carries 5 N: it falls with 4.81 m/s^2 and the nail pulls with 5 N
do
  local scene = tw.scene { gravity = "earth", tau = 0.1, rtol = 1e-10, atol = 1e-12 }
  local b = ball(scene)
  local c = scene:connect(b.center, scene:nail { 0, 0, 0 }, { max_force = 5 })
  near("weak nail", c.force, tw.vec3(0, 0, 5), 1e-6)
  scene:advance(0.5)
  -- it falls until the spring-like wish to come back asks for less than 5 N
  assert(b.position.z < -0.1 and c.force:length() <= 5 * (1 + 1e-6))
  local s = c.split
  near("parts", s.external + s.inertial + s.velocity + s.deviation, c.force, 1e-6)
  c.max_force = nil
  near("unbounded again", c.force:length() > 5 and 1 or 0, 1, 0)
end

-- without anything that drives it back, exactly 4.81 m/s^2: cap below the weight at rest
do
  local scene = tw.scene { gravity = "earth", tau = 0.1, rtol = 1e-10, atol = 1e-12 }
  local b = ball(scene)
  scene:connect(b.center, scene:nail { 0, 0, 0 }, { max_force = 5 })
  scene:advance(0.3)
  near("fall", b.velocity.z, -4.81 * 0.3, 1e-6)
end

-- two nails at one place share the load; the weak one carries what it may, the other the rest
do
  local scene = tw.scene { gravity = "earth", tau = 0.1 }
  local b, n = ball(scene), scene:nail { 0, 0, 0 }
  local weak = scene:connect(b.center, n, { max_force = 2 })
  local strong = scene:connect(b.center, n)
  near("weak", weak.force.z, 2, 1e-5)
  near("strong", strong.force.z, 7.81, 1e-5)
  scene:advance(0.5)
  near("they hold", b.position.z, 0, 1e-6)
end

-- two nails contradict each other: the one with a bound yields, whatever its bound
for _, stepper in ipairs { "auto", "timestep" } do
  for _, most in ipairs { 0.5, 1, 9, 12, 24, 26, 28, 100 } do
    local scene = tw.scene { gravity = "earth", tau = 0.1, stepper = stepper }
    local b = ball(scene)
    local low = scene:connect(b.center, scene:nail { 0, 0, 0 })
    local high = scene:connect(b.center, scene:nail { 0, 0, 1 }, { max_force = most })
    scene:advance(3)
    near(stepper .. " height", b.position.z, 0, 1e-8)
    near("high", high.force.z, most, 1e-6)
    near("low", low.force.z, 9.81 - most, 1e-6)
    local s = low.split
    near("low's parts", s.external + s.inertial + s.velocity + s.deviation, low.force, 1e-6)
  end
end

-- a straight pair of links whose end is pulled aside and inwards: what has no bound holds, whatever the pull may be
for _, stepper in ipairs { "auto", "timestep" } do
  for _, most in ipairs { 0.2, 5, 100 } do
    local scene = tw.scene { stepper = stepper }
    local turned = tw.euler(0, math.pi / 2, 0)
    local a = scene:rod { length = 0.1, radius = 0.01, position = { 0.05, 0, 0 }, orientation = turned }
    local b = scene:rod { length = 0.1, radius = 0.01, position = { 0.15, 0, 0 }, orientation = turned }
    local nail, joint = scene:connect(a.end1, scene:nail { 0, 0, 0 }), scene:connect(b.end1, a.end2)
    local pull = scene:connect(b.end2, scene:nail { 0.19, 0, 0.05 }, { tau = 0.1, max_force = most })
    for _ = 1, 60 do
      scene:advance(1 / 60)
      near(stepper .. " nail", nail.deviation, tw.vec3(0, 0, 0), 2e-5)
      near(stepper .. " joint", joint.deviation, tw.vec3(0, 0, 0), 2e-5)
      assert(pull.force:length() <= most * (1 + 1e-6))
    end
    near("pulled", pull.deviation, tw.vec3(0, 0, 0), 0.02)
  end
end

-- a torque with a bound turns a body with torque / inertia
do
  local scene = tw.scene { tau = 0.05, rtol = 1e-10, atol = 1e-12 }
  local b = scene:body { mass = 1, inertia = { 2, 2, 2 } }
  local c = scene:orient { body = b, axis = { 0, 0, 1 }, to = { 1, 0, 0 }, max_torque = 0.5 }
  scene:advance(0.2)
  near("torque", c.torque:length(), 0.5, 1e-6)
  near("turns", b.angular_velocity.y, 0.25 * 0.2, 1e-6)
end

-- a bound that is a function of time
do
  local scene = tw.scene { gravity = "earth", tau = 0.1 }
  local b = ball(scene)
  local c = scene:connect(b.center, scene:nail { 0, 0, 0 },
    { max_force = function(t) return 20 - 20 * t end })
  scene:advance(0.3)
  near("holds", b.position.z, 0, 1e-6)
  scene:advance(0.5)
  assert(b.position.z < -0.03)
  near("bound", c.force:length() <= 20 - 20 * scene.time + 1e-5 and 1 or 0, 1, 0)
end
print("ok")

-- a bound that stops being a number: told with the constraint and the field, whatever the stepper, beside contacts or not
for _, stepper in ipairs { "auto", "timestep" } do
  for _, solid in ipairs { false, true } do
    local scene = tw.scene { gravity = "earth", stepper = stepper }
    scene:ground {}
    local b = scene:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0.1 }, collide = solid }
    scene:connect(b.center, scene:nail { 0, 0, 0.1 },
      { name = "worn", max_force = function(t) return 20 * tw.math.sqrt(0.1 - t) end })
    local good, message = pcall(scene.advance_to, scene, 0.3)
    assert(not good and tostring(message):find("'worn'.*its max_force is not a number"), tostring(message))
    near("told when", scene.time, 0.1, 2e-3)
  end
end

-- a bound of 0 pulls with nothing, however heavy or light the body is
for _, stepper in ipairs { "auto", "timestep" } do
  for _, mass in ipairs { 1e-6, 1, 1e3, 1e6 } do
    local scene = tw.scene { gravity = { 0, 0, -10 }, tau = 0.1, stepper = stepper }
    local b = scene:sphere { radius = 0.1, mass = mass }
    local c = scene:connect(b.center, scene:nail { 0, 0, 1 }, { max_force = 0 })
    scene:advance(1)
    near(("%s: fall of %g kg"):format(stepper, mass), b.position.z, -5, 2e-9)
    assert(c.force:length() <= 1.001e-9 * math.min(1, mass))
  end
end
