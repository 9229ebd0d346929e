-- Friction and restitution that vary with time, under both regimes, and what is told of values out of range.
local tw = require "tauwerk"

local function near(a, b, within, what)
  if not (math.abs(a - b) <= within) then error(what .. ": " .. a .. ", not " .. b, 2) end
end
local function fails(f, text)
  local ok, message = pcall(f)
  assert(not ok and message:find(text, 1, true), message)
end

-- a block on a slope of tan = 0.4 whose friction falls, mu = 0.6 - 0.2 t: it begins to slide at t = 1, and
-- from there on v = g cos(slope) 0.1 (t - 1)^2
local slope = math.atan(0.4)
local g = 9.81
for _, case in ipairs { { "auto", 1e-4 }, { "timestep", 2e-3 } } do
  local s = tw.scene { gravity = { g * math.sin(slope), 0, -g * math.cos(slope) }, stepper = case[1], step = 1 / 2000 }
  local mu = function(t) return 0.6 - 0.2 * t end
  local ground = s:ground { height = 0, friction = mu }
  local block = s:box { size = { 1, 1, 0.2 }, position = { 0, 0, 0.1 }, collide = true, friction = mu }
  s:advance_to(0.99)
  near(block.velocity.x, 0, 1e-6, "it sticks")
  near(block.friction, 0.6 - 0.2 * 0.99, 1e-12, "what it is now")
  s:advance_to(2)
  near(block.velocity.x, g * math.cos(slope) * 0.1, case[2], case[1] .. ": it slides")
end

-- a ramp of friction: what slid is stopped
local r = tw.scene { gravity = { 0, 0, -g }, stepper = "timestep", step = 1 / 1000 }
r:ground { friction = 1 }
local puck = r:box { size = { 1, 1, 0.2 }, position = { 0, 0, 0.1 }, velocity = { 2, 0, 0 }, collide = true, friction = 0 }
r:ramp { puck, "friction", to = 1, t0 = 0.5, t1 = 0.6 }
r:advance_to(0.5)
near(puck.velocity.x, 2, 1e-6, "without friction")
r:advance_to(1.2)
near(puck.velocity.x, 0, 1e-6, "stopped")

-- as a group's default, by set, and of the ground by a ramp; a snapshot in mid-ramp goes on with the same bits
local w = tw.scene { gravity = { 0, 0, -g }, stepper = "timestep", step = 1 / 1000 }
local ground = w:ground { friction = 0 }
local team = w:group { friction = function(t) return 0.2 + 0 * t end, collide = true }
local sledge = team:box { size = { 1, 1, 0.2 }, position = { 0, 0, 0.1 }, velocity = { 3, 0, 0 } }
near(sledge.friction, 0.2, 1e-15, "the group's")
w:advance_to(0.2)
near(sledge.velocity.x, 3, 1e-6, "the root of 0.2 times 0")
w:ramp { ground, "friction", to = 0.8, t0 = 0.2, t1 = 0.4, ease = "linear" }
w:advance_to(0.3)
local saved = w:snapshot()
w:advance_to(0.5)
local hash = w:hash()
w:restore(saved)
w:advance_to(0.5)
assert(w:hash() == hash and sledge.velocity.x < 2.9)
team:set { friction = function(t) return 0 * t end }
local v = sledge.velocity.x
w:advance_to(0.6)
near(sledge.velocity.x, v, 1e-6, "set to none")

-- restitution of the instant of the impact
local b = tw.scene { gravity = { 0, 0, -g } }
b:ground { friction = 0 }
local ball = b:sphere { radius = 0.1, position = { 0, 0, 0.1 + 0.5 * g * 0.25 }, collide = true,
                        restitution = function(t) return 0.3 + t end }
b:advance_to(0.6)
near(ball.velocity.z, 0.8 * g * 0.5 - g * 0.1, 1e-6, "0.8 of the speed, at t = 0.5 s")

-- out of range: at once where it is constant, when it comes to count otherwise
fails(function() ball.restitution = 1.5 end, "field 'restitution'")
fails(function() ball.friction = "much" end, "expected a number")
ball.restitution = function(t) return t end
fails(function() b:advance_to(3) end, "body 'sphere1' (")
fails(function() b:advance_to(3) end, "'restitution': expected a number from 0 to 1, got ")
print("ok")
