-- Contacts on what is driven: belts, tables and lifts drag by friction, which adds energy rightly; a ground that moves lends its
-- speed, and throws things off where it falls away faster than they do.
local tw = require "tauwerk"
local function near(label, got, wanted, within)
  print(("%-40s got %.15g, off by %.1e"):format(label, got, got - wanted))
  if not (math.abs(got - wanted) <= within) then error(("%s: %.17g, expected %.17g"):format(label, got, wanted)) end
end

for _, stepper in ipairs { "auto", "timestep" } do
  local function box_on(q, f, friction, velocity)
    local s = tw.scene { gravity = "earth", stepper = stepper }
    local below = q * tw.vec3(0, 0, -0.05)
    local belt = s:box { size = { 20, 1, 0.1 }, orientation = q, collide = true, friction = friction,
      motion = s:path(function(t) return { below.x + f.x * t, below.y + f.y * t, below.z + f.z * t } end) }
    local box = s:box { size = { 0.1, 0.1, 0.1 }, orientation = q, position = q * tw.vec3(0, 0, 0.05),
      velocity = velocity, collide = true, friction = friction }
    s:advance_to(1)
    return box, s, belt
  end

  -- it slips until v = mu g t, and is then v^2 / (2 mu g) behind
  local flat = tw.quat(1, 0, 0, 0)
  local box, s = box_on(flat, tw.vec3(1, 0, 0), 0.5, tw.vec3(0, 0, 0))
  near(stepper .. ": belt, speed", box.velocity.x, 1, 1e-9)
  near(stepper .. ": belt, lag", 1 - box.position.x, 1 / (2 * 0.5 * s.gravity:length()), 2e-3)

  -- friction holds on a slope that rises
  local q = tw.axis_angle({ 0, 1, 0 }, tw.deg(15))
  local start = q * tw.vec3(0, 0, 0.05)
  box = box_on(q, tw.vec3(0, 0, 0.5), 0.8, tw.vec3(0, 0, 0.5))
  near(stepper .. ": slope that rises, x", box.position.x, start.x, 1e-6)
  near(stepper .. ": slope that rises, z", box.position.z, start.z + 0.5, 1e-5)

  -- the same by motors: a table that turns, and a lift with a slope
  local fair = tw.scene { gravity = "earth", stepper = stepper }
  local disc = fair:cylinder { height = 0.1, radius = 1, mass = 50, position = { 0, 0, -0.05 }, collide = true, friction = 0.8 }
  fair:motor { joint = fair:hinge { a = disc, at = { 0, 0, -0.05 }, axis = { 0, 0, 1 } }, speed = 2 }
  local rider = fair:box { size = { 0.1, 0.1, 0.1 }, mass = 1, position = { 0.5, 0, 0.05 }, collide = true, friction = 0.8 }
  fair:advance_to(1.5)
  near(stepper .. ": table that turns, speed", rider.velocity:length(), 2 * 0.5, 0.02)
  near(stepper .. ": table that turns, radius", rider.position:length(), 0.5, 0.02)
  local tower = tw.scene { gravity = "earth", stepper = stepper }
  local plate = tower:box { size = { 2, 1, 0.1 }, orientation = q, position = q * tw.vec3(0, 0, -0.05), collide = true,
    friction = 0.8 }
  tower:motor { joint = tower:slider { a = plate, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }, speed = 0.5 }
  local load = tower:box { size = { 0.1, 0.1, 0.1 }, orientation = q, position = start, collide = true, friction = 0.8 }
  tower:advance_to(1)
  near(stepper .. ": lift, slip", (load.position - plate.position - q * tw.vec3(0, 0, 0.1)):length(), 0, 1e-4)

  -- a ground that rises: place, speed, and the force of a rest
  local lift = tw.scene { gravity = "earth", stepper = stepper }
  lift:ground { height = function(t) return 0.5 * t end }
  local ball = lift:sphere { radius = 0.1, mass = 2, position = { 0, 0, 0.1 }, collide = true }
  lift:advance_to(1)
  near(stepper .. ": ground that rises, place", ball.position.z, 0.6, 2e-5)
  near(stepper .. ": ground that rises, speed", ball.velocity.z, 0.5, 1e-6)
  local force = 0
  for _, c in ipairs(lift.contacts) do force = force + c.force.z end
  near(stepper .. ": ground that rises, force", force, 2 * lift.gravity:length(), 1e-6)

  -- a ground that shakes with 2 g throws the box off
  local shaker = tw.scene { gravity = "earth", stepper = stepper }
  shaker:ground { height = function(t) return 0.05 * tw.math.sin(20 * t) end }
  local thrown = shaker:box { size = { 0.1, 0.1, 0.1 }, position = { 0, 0, 0.05 }, velocity = { 0, 0, 1 }, collide = true }
  local highest, deepest = 0, 0
  for _ = 1, 100 do
    shaker:advance(0.01)
    local gap = thrown.position.z - 0.05 - 0.05 * math.sin(20 * shaker.time)
    highest, deepest = math.max(highest, gap), math.max(deepest, -gap)
  end
  near(stepper .. ": ground that shakes, depth", deepest, 0, 2e-5)
  if not (highest > 0.02) then error("the box was not thrown: " .. highest) end
end
