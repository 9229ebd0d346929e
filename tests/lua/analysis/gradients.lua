-- Derivatives of goals by sensitivities against central differences of whole motions: across impacts, events at planned and at
-- located times, parameters that events read, constraints that begin in between, goals over intervals, integrals, free ends.
local tw = require "tauwerk"

local function check(label, within, scene, question)
  local found = {}
  for _, way in ipairs { "sensitivities", "differences" } do
    local t = { steps = 0, tries = 1, threads = 1, derivatives = way }
    for k, v in pairs(question) do t[k] = v end
    found[way] = scene:solve(t)
    assert(found[way].derivatives == way, label .. ": " .. tostring(found[way].differences or found[way].why))
  end
  local worst = 0
  local function compare(got, want) -- lists of rows
    local most, off = 0, 0
    for i, row in ipairs(want) do
      for j = 1, #row do most, off = math.max(most, math.abs(row[j])), math.max(off, math.abs(got[i][j] - row[j])) end
    end
    worst = math.max(worst, off / most)
  end
  if question.minimise then compare({ found.sensitivities.slope }, { found.differences.slope }) end
  for name, rows in pairs(found.differences.slopes) do compare(found.sensitivities.slopes[name], rows) end
  print(("%-34s %.1e"):format(label, worst))
  assert(worst <= within, label .. ": " .. worst)
end

local function ball_over(fields)
  local scene = tw.scene { duration = 1.5, gravity = "earth" }
  scene:ground { height = 0, friction = fields.friction or 0, restitution = fields.restitution or 0.8 }
  local ball = scene:sphere { name = "ball", radius = 0.1, position = { 0, 0, 1 }, velocity = { 1, 0.2, 1 }, collide = true,
                              friction = fields.friction or 0, restitution = fields.restitution or 0.8,
                              angular_velocity = fields.spin or { 0, 0, 0 } }
  return scene, ball
end

local SMOOTH, IMPACT = 1e-6, 1e-4

do -- two impacts with friction and spin, the last look between and after
  local scene, ball = ball_over { friction = 0.1, spin = { 0, 20, 0 } }
  check("bounces with friction", IMPACT, scene, {
    vary = { { ball, "velocity", from = -5, to = 5 }, { ball, "angular_velocity", from = -40, to = 40 }, { ball, "friction", from = 0, to = 1 } },
    so_that = { { "after one", at = 1, value = function() return ball.position end, equals = { 0, 0, 1 } },
                { "turns", at = 1.45, value = function() return ball.angular_velocity end, equals = { 0, 0, 1 } },
                { "after two", value = function() return ball.velocity end, equals = { 0, 0, 1 } } } })
end

do -- a pendulum that strikes a block, which flies off
  local scene = tw.scene { duration = 1, gravity = "earth" }
  local bob = scene:sphere { name = "bob", radius = 0.1, position = { -0.8, 0, 1.4 }, collide = true, restitution = 0.6 }
  scene:distance { a = bob.center, b = scene:nail { 0, 0, 2 }, length = 1 }
  local block = scene:sphere { name = "block", radius = 0.12, position = { 0.25, 0, 1.05 }, collide = true, restitution = 0.6 }
  check("pendulum strikes a ball", IMPACT, scene, {
    vary = { { bob, "velocity", from = -2, to = 2 }, { block, "mass", from = 1, to = 30, start = 8 }, { block, "position", from = -3, to = 3 } },
    so_that = { { "flies", value = function() return block.position end, equals = { 1, 0, 0 } },
                { "back", value = function() return bob.velocity end, equals = { 0, 0, 1 } } } })
end

do -- an event at a located time changes the velocity, one at a planned time reads a parameter
  local scene = tw.scene { duration = 2, gravity = "earth" }
  local ball = scene:sphere { name = "ball", radius = 0.1, position = { 0, 0, 1 }, velocity = { 1, 0, 3 } }
  scene:when(function() return ball.position.x - 0.7 end, function() ball.velocity = ball.velocity * 0.5 + tw.vec3(0, 1, 2) end)
  scene:at(0.9, function() ball.velocity = ball.velocity + tw.vec3(tw.param("kick", 0.4), 0, 5) end)
  local top = scene:when(function() return ball.velocity.y - 0.5 end, function() end)
  local passed = scene:when(function() return ball.position.x - 1 end, function() end)
  check("events", IMPACT, scene, {
    vary = { { ball, "velocity", from = -5, to = 5 }, { "param", "kick", from = 0, to = 4, start = 0.4 } },
    so_that = { { "there", value = function() return ball.position end, equals = { 3, 0, 1 } },
                { "height as it passes", at = passed, value = function() return ball.position.z end, equals = 1 },
                { "when it passes", at = passed, value = function(_, t) return t end, equals = 1 } } })
  top:cancel()
end

do -- constraints that begin on the way
  local scene = tw.scene { duration = 1.2, gravity = "earth", tau = 0.1 }
  local rod = scene:rod { name = "rod", length = 1, radius = 0.05, position = { 0.4, 0, 1.5 }, velocity = { 1, 0.3, 0.5 } }
  local nail = scene:nail { 0, 0, 2 }
  scene:at(0.4, function() scene:connect(rod.end1, nail) end)
  check("a joint that begins", SMOOTH, scene, {
    vary = { { rod, "velocity", from = -3, to = 3 }, { rod, "mass", from = 5, to = 100, start = 30 } },
    so_that = { { "hangs", value = function() return rod.position end, equals = { 0, 0, 1.5 } } } })
end

do -- a double pendulum on a motor's spline: integrals, intervals, a free end, a bound that is met
  local scene = tw.scene { duration = 1.5, gravity = "earth", fps = 20 }
  local a = scene:rod { name = "a", length = 1, radius = 0.03, position = { 0, 0, -0.5 } }
  local b = scene:rod { name = "b", length = 1, radius = 0.03, position = { 0, 0, -1.5 } }
  scene:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
  local elbow = scene:hinge { a = b, b = a, at = { 0, 0, -1 }, axis = { 0, 1, 0 }, damping = 0.1 }
  local T = 1.5
  local push = scene:torque { on = b, value = { 0, 0, 0 } }
  local knots = { 1, 2, -1, 0.5 }
  local vary = { { "T", set = function(x) T = x end, from = 0.5, to = 2, start = 1.2 },
                 { elbow, "damping", from = 0, to = 3, start = 0.5, step = 3e-4 } }
  for i = 1, 4 do
    vary[#vary + 1] = { "knot " .. i, start = knots[i], from = -20, to = 20, set = function(x)
      knots[i] = x
      local list = {}
      for k = 1, 4 do list[k] = { 0.7 * (k - 1), { 0, knots[k], 0 } } end
      push.value = tw.spline(list)
    end }
  end
  check("two rods", SMOOTH, scene, {
    vary = vary, duration = function() return T end,
    so_that = { { "up", value = function() return b.position end, equals = { 0, 0, 1.5 } },
                { "slow", at = "always", value = function() return b.velocity:length() end, below = 1 } },
    minimise = function() return push.torque:dot(push.torque) + elbow.angle ^ 2 end, over = "time" })
end

do -- lengths of a mechanism that is assembled before each motion
  local scene = tw.scene { duration = 0.5, tau = 0.05, gravity = "earth" }
  local crank = scene:rod { name = "crank", length = 0.5, radius = 0.02, position = { 0.25, 0, 0 }, orientation = tw.euler(0, 1.57, 0) }
  local ball = scene:sphere { name = "ball", radius = 0.05, position = { 1.4, 0, 0.1 } }
  scene:hinge { a = crank, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
  local bar = scene:distance { a = ball.center, b = crank.end2, length = 1 }
  check("assembled", SMOOTH * 10, scene, {
    vary = { { bar, "length", from = 0.5, to = 1.5 } }, assemble = true,
    so_that = { { "there", value = function() return ball.position end, equals = { 1, 0, 0 } } } })
end

do -- angles over several turns that are made ever faster, before and after an event; a field that the event sets from a parameter
  local scene = tw.scene { duration = 2.5 }
  local wheel = scene:box { name = "wheel", size = { 0.5, 0.1, 0.5 }, mass = 10 }
  local hinge = scene:hinge { a = wheel, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
  local drive = scene:torque { on = wheel, value = { 0, 3, 0 } }
  local free = scene:box { name = "free", size = { 1, 1, 1 }, position = { 9, 9, 9 } }
  local push = scene:force { at = free.center, value = { 1, 0, 0 } }
  scene:at(1.2, function() push.value = { tw.param("push", 2), 0, 0 } end)
  check("several turns", 2 * SMOOTH, scene, {
    vary = { { drive, "value", from = { -1, 2, -1 }, to = { 1, 4, 1 } }, { wheel, "angular_velocity", from = -1, to = 1 } },
    so_that = { { "early", at = 1, value = function() return hinge.angle ^ 2 end, equals = 1 },
                { "late", value = function() return hinge.angle ^ 2 end, equals = 1 } } })
  check("fields of events", SMOOTH, scene, {
    vary = { { "param", "push", from = 0, to = 5, start = 2 }, { free, "velocity", from = -5, to = 5 } },
    so_that = { { "both", value = function() return push.value.x + free.velocity.x end, equals = 1 } } })
end

do -- a spring on a joint that swings: angles are counted at every step, however seldom they are looked at
  local scene = tw.scene { duration = 3 }
  local rod = scene:body { name = "rod", mass = 1, inertia = { 0.05, 0.05, 0.05 }, angular_velocity = { 0, 2, 0 } }
  local hinge = scene:hinge { a = rod, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
  local spring = scene:joint_spring { joint = hinge, stiffness = 0.2, rest = 0 }
  local question = { vary = { { spring, "stiffness", from = 0.1, to = 0.4, start = 0.2 } },
    so_that = { { "rate", at = 2.9, value = function() return rod.angular_velocity.y end, equals = 3 } } }
  check("a spring on a joint", SMOOTH, scene, question)
  local found = scene:solve { steps = 0, tries = 1, vary = question.vary, so_that = question.so_that, derivatives = "sensitivities" }
  local w = 2 -- omega = 2 cos w t with w^2 = k / I; dw/dk = 1 / (2 I w)
  assert(math.abs(found.slopes.rate[1][1] / (-2 * 2.9 * math.sin(w * 2.9) / (2 * 0.05 * w)) - 1) < 1e-7, "closed form")

  scene = tw.scene { duration = 2 }
  local wheel = scene:body { name = "wheel", mass = 1, inertia = { 0.05, 0.05, 0.05 } }
  local other = scene:body { name = "other", mass = 1, inertia = { 0.02, 0.02, 0.02 }, position = { 1, 0, 0 } }
  local axle = scene:hinge { a = wheel, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
  scene:motor { joint = axle, angle = function(t) return 30 * t - 15 * t * t end }
  local second = scene:hinge { a = other, at = { 1, 0, 0 }, axis = { 0, 1, 0 } }
  local soft = scene:joint_spring { joint = second, stiffness = 0.05, rest = 6 }
  check("a motor there and back", SMOOTH, scene, {
    vary = { { soft, "stiffness", from = 0.01, to = 0.2, start = 0.05 }, { wheel, "mass", from = 0.5, to = 2, start = 1 },
             { other, "angular_velocity", from = -3, to = 3 } },
    so_that = { { "angle", value = function() return second.angle + 0.1 * axle.angle end, equals = 3 } } })
end

-- what is not smooth for most of the time goes by differences, and says why
do
  local scene, ball = ball_over { friction = 0.5, restitution = 0 }
  local found = scene:solve { steps = 0, tries = 1, vary = { { ball, "velocity", from = -2, to = 2 } },
    so_that = { { "far", value = function() return ball.position.x end, equals = 2 } } }
  assert(found.derivatives == "differences" and found.differences == "too little of the motion is smooth", found.differences)
end

-- unknowns that make objects: the scenes differ in more than fields, so differences it is
tw.test("an unknown that adds a spring to a joint", function()
  for _, kind in ipairs { "joint_spring", "hinge" } do
    local scene = tw.scene { duration = 1 }
    local rod = scene:body { mass = 1, inertia = { 0.05, 0.05, 0.05 }, angular_velocity = { 0, 2, 0 } }
    local hinge = scene:hinge { a = rod, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
    local spring = kind == "hinge" and scene:joint_spring { joint = hinge, stiffness = 0.2 }
    local found = scene:solve { steps = 0, tries = 1,
      vary = { { "k", from = 0.1, to = 0.4, start = 0.2, set = function(k)
        if not spring then scene:joint_spring { joint = hinge, stiffness = k } return end
        scene:hinge { a = rod, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
        spring.stiffness = k
      end } },
      so_that = { { "rate", at = 0.9, value = function() return rod.angular_velocity.y end, equals = 1 } } }
    -- of 2 cos(w t), w = sqrt(k / I)
    local w = math.sqrt(0.2 / 0.05)
    local slope = -2 * 0.9 * math.sin(0.9 * w) / (2 * math.sqrt(0.2 * 0.05))
    assert(found.derivatives == "differences" and found.differences:find("the unknowns change the set of objects", 1, true), found.differences)
    assert(math.abs(found.slopes.rate[1][1] / slope - 1) < 1e-6, found.slopes.rate[1][1])
  end
end)

-- a goal that begins at a minimum of itself, as the square of a force that is 0, is curved but no reason for differences
do
  for _, within in ipairs { 40, 400 } do
    local scene = tw.scene { duration = 2, gravity = "earth" }
    local ball = scene:sphere { radius = 0.1, mass = 4, position = { 0, 0, 1 }, velocity = { 1, 0, 1 } }
    local push = scene:force { at = ball.center, value = { 0, 0, 0 } }
    local found = scene:solve { vary = { { push, "value", spline = 4, within = { -within, within } } },
      minimise = function() return push.value:dot(push.value) end, over = "time",
      so_that = { { "there", value = function() return ball.position end, equals = { 1, 0, 1 } } } }
    assert(found.ok and found.derivatives == "sensitivities", found.differences or found.why)
  end
end
