-- Blows within a step of `timestep` follow each other at their times: a cradle with gaps passes the blow on, balls bounce as by hand,
-- however long the step is.
local tw = require "tauwerk"

local near = dofile("tests/lua/_cases.lua").near

-- five balls with gaps: the last one goes, the others stay
for _, gap in ipairs { 1e-5, 1e-4, 1e-3 } do
  for _, inv in ipairs { 60, 240, 600 } do
    local s = tw.scene { stepper = "timestep", step = 1 / inv }
    local balls = {}
    for i = 1, 5 do
      balls[i] = s:sphere { radius = 0.05, mass = 1, position = { i == 1 and -0.5 or (i - 1) * (0.1 + gap), 0, 0 },
                            velocity = { i == 1 and 1.5 or 0, 0, 0 }, collide = true, restitution = 1, friction = 0 }
    end
    s:advance_to(0.8)
    for i, b in ipairs(balls) do near(("ball %d, gap %g, 1/%d"):format(i, gap, inv), b.velocity.x, i == 5 and 1.5 or 0, 1e-9) end
    -- the blow has gone 0.5 m and four gaps at 1.5 m/s; the last goes on from where it stood
    near("the last", balls[5].position.x, 0.4 + 1.5 * 0.8 - 0.5, 1e-9)
  end
end

-- hung on hinges: what they lose is of second order
for _, inv in ipairs { 240, 600 } do
  local s = tw.scene { gravity = "earth", stepper = "timestep", step = 1 / inv }
  local balls, gap = {}, 1e-4
  for i = 1, 5 do
    local x, a = (i - 1) * (0.1 + gap), i == 1 and -0.5 or 0
    balls[i] = s:sphere { radius = 0.05, mass = 1, position = { x + math.sin(a), 0, -math.cos(a) }, collide = true, restitution = 1,
                          friction = 0 }
    s:hinge { a = balls[i], at = { x, 0, 0 }, axis = { 0, 1, 0 } }
  end
  local function energy() return s:energy().total + 5 * 9.81 end
  local E = energy()
  s:advance_to(3)
  near(("a cradle at 1/%d"):format(inv), energy() / E, 1, 5e-3)
end

-- a ball that bounces with friction: as the adaptive stepper has it, at any step
local function bounce(e, stepper, step)
  local s = tw.scene { gravity = "earth", stepper = stepper, step = step }
  s:ground { restitution = e, friction = 0.3 }
  local b = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 1.1 }, velocity = { 1, 0, 0 }, collide = true, restitution = e,
                       friction = 0.3 }
  s:advance_to(1.7)
  return b
end
for _, e in ipairs { 1, 0.8 } do
  local exact = bounce(e, "dopri")
  for _, inv in ipairs { 60, 600 } do
    local b = bounce(e, "timestep", 1 / inv)
    near(("e = %g, 1/%d"):format(e, inv), (b.position - exact.position):length(), 0, 1e-9)
    near(("velocity, e = %g, 1/%d"):format(e, inv), (b.velocity - exact.velocity):length(), 0, 1e-9)
  end
end

-- a ball strikes another one aslant, somewhere within a step: along the normal of that instant, so that the error is of second order
-- (of the start's normal it is a percent at 1/60 s); friction turns both about one place, so that angular momentum stays
for _, friction in ipairs { 0, 0.3 } do
  for _, inv in ipairs { 60, 240, 600 } do
    local s = tw.scene { stepper = "timestep", step = 1 / inv }
    local function ball(radius, position, velocity)
      return s:sphere { radius = radius, position = position, velocity = velocity, collide = true, restitution = 0.8, friction = friction }
    end
    local a, b = ball(0.1, { 0, 0, 0 }, { 2, 0, 0 }), ball(0.2, { 1.013, 0.1, 0.05 }, { 0, 0, 0 })
    a.angular_velocity = { 0, 0, 5 }
    local L = s:angular_momentum()
    s:advance_to(1)
    near(("aslant, L at 1/%d"):format(inv), (s:angular_momentum() - L):length(), 0, 1e-11)
    if friction == 0 then
      local n = tw.vec3(math.sqrt(0.09 - 0.0125), 0.1, 0.05) / 0.3
      local wanted = n * (1.8 * 2 * n.x * a.mass / (a.mass + b.mass))
      near(("aslant, v at 1/%d"):format(inv), (b.velocity - wanted):length(), 0, 5 / inv ^ 2)
    end
  end
end

-- so does a box that tumbles, on its corner, on the ground and on a body alike (with the arms of the start: 0.09 m/s, 0.5 rad/s)
local function tumble(stepper, step, ground)
  local s = tw.scene { gravity = "earth", stepper = stepper, step = step }
  if ground then s:ground { friction = 0.3 }
  else s:box { size = { 9, 9, 1 }, position = { 0, 0, -0.5 }, fixed = true, collide = true, friction = 0.3 } end
  local b = s:box { size = { 0.3, 0.5, 0.4 }, mass = 2, position = { 0, 0, 1 }, orientation = tw.euler(0.5, 0.4, 0.3), collide = true,
                    velocity = { 0.5, 0, 0 }, angular_velocity = { 5, -3, 2 }, friction = 0.3, restitution = 0.7 }
  s:advance_to(0.5)
  return b
end
for _, ground in ipairs { true, false } do
  local exact, b = tumble("dopri", nil, ground), tumble("timestep", 1 / 240, ground)
  near("a box on its corner, v", (b.velocity - exact.velocity):length(), 0, 1e-2)
  near("a box on its corner, omega", (b.angular_velocity - exact.angular_velocity):length(), 0, 0.15)
end

-- a box that slides and comes to rest, by the law of friction
for _, inv in ipairs { 60, 600 } do
  local s = tw.scene { gravity = "earth", stepper = "timestep", step = 1 / inv }
  s:ground { friction = 0.4 }
  local b = s:box { size = { 0.2, 0.2, 0.1 }, mass = 1, position = { 0, 0, 0.05 }, velocity = { 2, 0, 0 }, collide = true, friction = 0.4 }
  s:advance_to(0.4)
  near("sliding", b.position.x, 2 * 0.4 - 0.5 * 0.4 * 9.81 * 0.4 ^ 2, 1e-5)
  s:advance_to(1)
  near("at rest", b.position.x, 4 / (2 * 0.4 * 9.81), 10 / inv ^ 2)
end
