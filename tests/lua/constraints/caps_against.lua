-- Bounded constraints that contradict others, by what mechanics say: what has no bound holds, of two bounds the larger
-- one wins, and the loser pulls with its bound; whatever the stepper, its tolerance and the start.
local tw = require "tauwerk"

local function near(label, got, want, within)
  assert(math.abs(got - want) <= within, ("%s: got %.9g, expected %.9g"):format(label, got, want))
end

local function rod_on_hinge(scene, friction, mass)
  local rod = scene:rod { length = 1, radius = 0.05, mass = mass or 1, position = { 0.5, 0, 0 }, orientation = tw.rotation({ 0, 0, 1 }, { 1, 0, 0 }) }
  return scene:hinge { a = rod, at = { 0, 0, 0 }, axis = { 0, 1, 0 }, friction = friction }
end

local function each(stepper, rtol)
  local function scene_of(gravity) return tw.scene { stepper = stepper, rtol = rtol, tau = 0.1, gravity = gravity or { 0, 0, 0 } } end

  -- a motor against the friction of its joint
  for _, friction in ipairs { 0.05, 1, 50 } do
    local scene = scene_of()
    local hinge = rod_on_hinge(scene, friction)
    local motor = scene:motor { joint = hinge, speed = -2 }
    scene:advance(2)
    near(("%s: speed against friction %g"):format(stepper, friction), hinge.speed, -2, 1e-6)
    near(stepper .. ": torque against friction", motor.torque:length(), friction, 1e-6 * (1 + friction))
  end
  -- however light the rod is that the friction could hold
  for _, mass in ipairs { 1e-6 } do
    local scene = scene_of()
    local hinge = rod_on_hinge(scene, 50, mass)
    local motor = scene:motor { joint = hinge, speed = 2 }
    scene:advance(1.5)
    near(("%s: speed of %g kg"):format(stepper, mass), hinge.speed, 2, 2e-6)
    near(stepper .. ": torque against strong friction", motor.torque:length(), 50, 1e-5)
  end
  -- a motor against a weaker one
  for _, most in ipairs { 0.05, 30 } do
    local scene = scene_of()
    local hinge = rod_on_hinge(scene)
    scene:motor { joint = hinge, speed = 1, max_torque = most }
    scene:motor { joint = hinge, speed = -2 }
    scene:advance(2)
    near(stepper .. ": speed of two motors", hinge.speed, -2, 1e-6)
  end
  -- a ball between two nails, the far one the stronger
  for _, pair in ipairs { { 1, 2 }, { 3, 40 } } do
    local scene = scene_of()
    local ball = scene:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0.3 } }
    local weak = scene:connect(ball.center, scene:nail { 0, 0, 0 }, { max_force = pair[1] })
    scene:connect(ball.center, scene:nail { 0, 0, 1 }, { max_force = pair[2] })
    scene:advance(5)
    near(stepper .. ": height at the stronger nail", ball.position.z, 1, 1e-6)
    near(stepper .. ": pull of the weaker nail", weak.force:length(), pair[1], 1e-6)
  end
  -- the same rest from any start
  for _, speed in ipairs { -2, 2 } do
    local scene = scene_of "earth"
    local ball = scene:sphere { radius = 0.1, mass = 1, velocity = { 0, 0, speed } }
    scene:connect(ball.center, scene:nail { 0, 0, 0 })
    scene:connect(ball.center, scene:nail { 0, 0, 1 }, { max_force = 26 })
    scene:advance(3)
    near(("%s: height after %g m/s"):format(stepper, speed), ball.position.z, 0, 1e-6)
  end
end

-- A weld, of more equations than its bounds hold directions, gives way below its bound; what holds the rod has none.
for _, stepper in ipairs { "auto", "timestep" } do
  for _, most in ipairs { 30 } do
    for _, holder in ipairs { "nail", "hinge", "weld", "weld and a ball" } do
      local scene = tw.scene { stepper = stepper, tau = 0.1, gravity = "earth" }
      local rod = scene:rod { length = 1, radius = 0.05, mass = 1, position = { 0.5, 0, 0 }, orientation = tw.rotation({ 0, 0, 1 }, { 1, 0, 0 }) }
      local near_end = scene:box { size = { 0.1, 0.1, 0.1 }, fixed = true, position = { -1, 0, 0 } }
      local far_end = scene:box { size = { 0.1, 0.1, 0.1 }, fixed = true, position = { 2, 0, 0 } }
      local held = holder == "nail" and scene:connect(rod.end1, scene:nail { 0, 0, 0.2 }) or holder == "hinge"
        and scene:hinge { a = rod, b = near_end, at = { 0, 0, 0 }, axis = { 0, 1, 0 } } or scene:weld { a = rod, b = near_end, at = { 0, 0, 0 } }
      if holder == "weld and a ball" then
        rod.collide = true
        scene:sphere { radius = 0.2, mass = 0.1, position = { 0.6, 0, 0.25 }, collide = true }
      end
      local weld = scene:weld { a = rod, b = far_end, at = { 1, 0, 0 }, max_force = most, max_torque = most }
      far_end.position = { 2.01, 0.2, 0.15 }
      far_end.orientation = tw.euler(0.3, 0.2, 0.1)
      scene:advance(holder == "weld and a ball" and 0.5 or 3)
      for i = 1, #held.deviation do near(("%s: %s against a weld, %d"):format(stepper, holder, i), held.deviation[i], 0, 1e-9) end
      near(stepper .. ": pull of the weld", weld.force:length(), most, 1e-6)
    end
  end
end

for _, stepper in ipairs { "auto", "adams" } do
  each(stepper, 1e-6)
  each(stepper, 1e-10)
end
for _, stepper in ipairs { "dopri", "rk4", "bdf", "timestep" } do each(stepper) end

-- a bound that grows, w = w0 - 0.15 t^2 / I: also the impulses of a step are exact for it
for _, stepper in ipairs { "auto", "timestep" } do
  local scene = tw.scene { stepper = stepper, gravity = { 0, 0, 0 } }
  local wheel = scene:cylinder { radius = 0.3, height = 0.1, mass = 2, angular_velocity = { 0, 0, 10 } }
  local hinge = scene:hinge { a = wheel, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, friction = function(t) return 0.3 * t end }
  scene:advance(2)
  near(stepper .. ": speed against a growing friction", hinge.speed, 10 - 0.6 / 0.09, 1e-6)
end

-- two parallelograms, the friction of four joints each against two motors that agree: w = w0 (1 - exp(-t / tau)), whatever was solved before
do
  local scene, hinges = tw.scene { stepper = "timestep", tau = 0.1, gravity = "earth" }, {}
  for _, y in ipairs { 0, 5 } do
    local left = scene:rod { length = 1, radius = 0.02, mass = 1, position = { 0, y, 0.5 } }
    local right = scene:rod { length = 1, radius = 0.02, mass = 1, position = { 2, y, 0.5 } }
    local top = scene:rod { length = 2, radius = 0.02, mass = 1, position = { 1, y, 1 }, orientation = tw.rotation({ 0, 0, 1 }, { 1, 0, 0 }) }
    local joints = { { a = left, at = { 0, y, 0 } }, { a = right, at = { 2, y, 0 } },
      { a = left, b = top, at = { 0, y, 1 } }, { a = right, b = top, at = { 2, y, 1 } } }
    for i, joint in ipairs(joints) do
      joint.axis, joint.friction = { 0, 1, 0 }, 1
      local hinge = scene:hinge(joint)
      if i <= 2 then scene:motor { joint = hinge, speed = 0.5, max_torque = 100 } end
      if i == 1 then hinges[#hinges + 1] = hinge end
    end
  end
  scene:advance(1)
  for _, hinge in ipairs(hinges) do near("angle of a parallelogram", hinge.angle, 0.5 * (1 - 0.1 * (1 - math.exp(-10))), 1e-5) end
end
