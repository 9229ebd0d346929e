-- Contacts against closed forms: a bouncing ball's apexes, a ramp on both sides of the limit of sticking, a rolling
-- sphere, a cradle of separated balls, a stack that stands; and bits after going back.
local tw = require "tauwerk"
local function near(label, got, wanted, within)
  print(("%-40s got %.15g, off by %.1e"):format(label, got, got - wanted))
  if not (math.abs(got - wanted) <= within) then error(("%s: %.17g, expected %.17g"):format(label, got, wanted)) end
end

-- apexes h e^2n
do
  local e, h = 0.8, 1.0
  local s = tw.scene { gravity = "earth" }
  s:ground { height = 0.5, friction = 0, restitution = e }
  local ball = s:sphere { radius = 0.1, position = { 0, 0, h + 0.6 }, collide = true, restitution = 0.3 }
  local g = s.gravity:length()
  local t = math.sqrt(2 * h / g)
  for n = 1, 8 do
    local v = math.sqrt(2 * g * h) * e ^ n
    s:advance_to(t + v / g)
    near("apex " .. n, ball.position.z - 0.6, h * e ^ (2 * n), 1e-9)
    t = t + 2 * v / g
  end
end

-- a block slides with g (sin a - mu cos a) or sticks, a sphere rolls with 5/7 g sin a
local function ramp(kind, mu, a)
  local s = tw.scene { gravity = "earth" }
  local q = tw.axis_angle({ 0, 1, 0 }, a)
  s:box { size = { 20, 4, 1 }, fixed = true, orientation = q, position = q * tw.vec3(0, 0, -0.5), collide = true, friction = mu }
  local b = kind(s, { orientation = q, position = q * tw.vec3(0, 0, 0.1), collide = true, friction = mu })
  s:advance_to(1)
  return b.velocity:dot(q * tw.vec3(1, 0, 0)), s.gravity:length()
end
local function block(s, f) f.size = { 0.4, 0.3, 0.2 } return s:box(f) end
local function round(s, f) f.radius = 0.1 return s:sphere(f) end
for _, degrees in ipairs { 10, 30, 50 } do
  local a = tw.deg(degrees)
  for _, part in ipairs { 0.2, 0.995 } do
    local mu = part * math.tan(a)
    local v, g = ramp(block, mu, a)
    near(("slides at %d degrees, mu %.4f"):format(degrees, mu), v, g * (math.sin(a) - mu * math.cos(a)), 1e-6)
  end
  near(("sticks at %d degrees"):format(degrees), ramp(block, 1.005 * math.tan(a), a), 0, 1e-7)
  local v, g = ramp(round, 0.9 * math.tan(a), a)
  near(("rolls at %d degrees"):format(degrees), v, 5 / 7 * g * math.sin(a), 1e-6)
end

-- Newton's cradle, apart: the last one leaves with all of the momentum
do
  local s = tw.scene { gravity = "earth" }
  local balls = {}
  for i = 1, 5 do
    local x, a = (i - 1) * 0.2001, i == 1 and -0.8 or 0
    balls[i] = s:sphere { radius = 0.1, mass = 1, position = { x + math.sin(a), 0, 1 - math.cos(a) }, collide = true,
                          restitution = 1, friction = 0 }
    s:distance { a = balls[i].center, b = s:nail { x, 0, 1 }, length = 1 }
  end
  local E, best = s:energy().total, 0
  for k = 1, 100 do
    s:advance_to(k * 0.01)
    best = math.max(best, balls[5].velocity.x)
    for i = 2, 4 do assert(math.abs(balls[i].velocity.x) < 0.02) end
  end
  near("cradle: energy", s:energy().total, E, 1e-8)
  near("cradle: the last ball", best, math.sqrt(2 * s.gravity:length() * (1 - math.cos(0.8))), 0.02)
end

-- ten boxes stand for a minute
do
  local s = tw.scene { gravity = "earth" }
  s:ground { height = 0 }
  local boxes, saved = {}
  for i = 1, 10 do
    boxes[i] = s:box { size = { 0.5, 0.5, 0.5 }, position = { 0, 0, 0.25 + 0.5 * (i - 1) }, collide = true }
  end
  s:advance_to(1)
  local back = s:snapshot()
  s:advance_to(2)
  saved = s:hash()
  s:restore(back)
  s:advance_to(2)
  assert(s:hash() == saved, "a restored stack goes on with other bits")
  s:advance_to(60)
  local drift = 0
  for i, b in ipairs(boxes) do drift = math.max(drift, (b.position - tw.vec3(0, 0, 0.25 + 0.5 * (i - 1))):length()) end
  near("stack: drift", drift, 0, 1e-3)
end

-- a hinged door falls onto the ground: constraints and contacts in one system
do
  local s = tw.scene { gravity = "earth", tau = 0.1 }
  s:ground { height = 0, friction = 0.4 }
  local rod = s:rod { from = { 0, 0, 1 }, to = { 0.9, 0, 1.5 }, radius = 0.05, collide = true }
  local tip = s:rod { from = { 0.9, 0, 1.5 }, to = { 1.8, 0, 1.5 }, radius = 0.05, collide = true }
  s:connect(rod.end1, s:nail { 0, 0, 1 })
  local pin = s:connect(rod.end2, tip.end1)
  s:advance_to(5)
  near("chain on the ground: gap of the joint", pin.deviation:length(), 0, 1e-4)
  assert(tip.end2.position.z > -1e-3 and tip.end2.position.z < 0.1, tostring(tip.end2.position))
  assert(s:energy().kinetic < 1e-3, "it does not come to rest")
end

for _, stepper in ipairs { "rk4", "project" } do
  local s = tw.scene { stepper = stepper, gravity = "earth" }
  s:sphere { radius = 0.1, collide = true }
  local ok, text = pcall(s.advance_to, s, 0.1)
  assert(not ok and text:find("does not know contacts", 1, true), text)
end
