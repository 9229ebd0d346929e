-- Limits that a joint stands beyond: it comes back by the law of constraints, and the bound then only pushes.
local tw = require "tauwerk"

local function near(what, a, b, within)
  if not (math.abs(a - b) <= within) then error(what .. ": " .. a .. ", not " .. b, 2) end
end

local function arm_with(stepper, fields)
  local s = tw.scene { tau = 0.2, stepper = stepper, step = 1 / 600 }
  local arm = s:box { size = { 1, 0.1, 0.1 }, angular_velocity = { 0, 0, fields.speed or 0 } }
  local hinge = s:hinge { a = arm, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  local limit = s:limit { joint = hinge, lower = fields.lower, upper = fields.upper, tau = 0.3 }
  return s, hinge, limit, arm
end

for _, stepper in ipairs { "auto", "dopri", "timestep" } do
  local within = stepper == "timestep" and 1e-12 or 1e-7
  -- below the lower bound, above the upper one: D0 (1 + t/tau) exp(-t/tau), torque before the first step, too
  for _, side in ipairs { 1, -1 } do
    local bound = side * 0.5
    local s, hinge, limit, arm = arm_with(stepper, side > 0 and { lower = bound, upper = 2 } or { upper = bound, lower = -2 })
    near("deviation at first", limit.deviation, 0.5, 1e-15)
    near("torque at first", limit.torque.z, side * 0.5 / 0.09 * arm.inertia[3], 1e-9)
    assert(not limit.met)
    for i = 1, 10 do
      local t = i * 0.3
      s:advance_to(t)
      near("the law", limit.deviation, 0.5 * (1 + t / 0.3) * math.exp(-t / 0.3), within)
      near("its rate", limit.rate, -0.5 * t / 0.09 * math.exp(-t / 0.3), 10 * within)
      near("the joint's", hinge.speed, side * 0.5 * t / 0.09 * math.exp(-t / 0.3), 10 * within)
    end
    s:advance_to(7)
    assert(limit.met and limit.settled)
    near("at the bound", hinge.angle, bound, 1e-4)
    -- then it only pushes: what is turned inwards goes on, what is turned outwards is stopped
    arm.angular_velocity = { 0, 0, side * 0.4 }
    s:advance(1)
    near("inwards", hinge.angle, bound + side * 0.4, 1e-4)
    arm.angular_velocity = { 0, 0, -side * 0.8 }
    s:advance(2)
    near("stopped", hinge.angle, bound, 1e-4)
    near("for good", hinge.speed, 0, 1e-6)
  end
  -- with speed it comes in through the bound, where the law says, and is free from there on: alike in one go, in
  -- pieces and beside an event that does nothing; the other bound stands
  local D0, V0, tau = -0.1, 3, 0.3
  local at = -D0 / (V0 + D0 / tau) -- D = (D0 + (V0 + D0/tau) t) exp(-t/tau) = 0
  local speed = (V0 + D0 / tau) * math.exp(-at / tau)
  for _, how in ipairs { "at once", "in pieces", "with an event" } do
    local s, hinge, limit = arm_with(stepper, { lower = 0.1, upper = 1, speed = V0 })
    if how == "with an event" then s:when(function() return hinge.angle - 0.3 end, function() end) end
    for i = 1, how == "in pieces" and 90 or 0 do s:advance_to(0.3 * i / 90) end
    s:advance_to(0.3)
    near("speed within, " .. how, hinge.speed, speed, 1e-5)
    near("where it is", hinge.angle, 0.1 + speed * (0.3 - at), 1e-5)
    near("no torque inside", limit.torque:length(), 0, 0)
    s:advance_to(2)
    near("stopped by the other bound", hinge.angle, 1, 1e-5)
  end
end

-- back at the bound it stays there, also with a short tau; the tolerance is of read-outs alone
for _, stepper in ipairs { "auto", "timestep" } do
  local hashes = {}
  for _, tolerance in ipairs { 1e-4, 1e-9 } do
    local s, hinge, limit = arm_with(stepper, { lower = 0.5 })
    limit.tau, limit.tolerance = 0.02, tolerance
    s:advance_to(30)
    near("it stays where it came to", hinge.angle, 0.5, 1e-6)
    hashes[#hashes + 1] = s:hash()
  end
  assert(hashes[1] == hashes[2])
end

-- reading changes nothing: not the hash, not the motion, also while bounds are changed
local function read(limit) return limit.deviation, limit.force, limit.met end
local ends = {}
for _, reads in ipairs { false, true } do
  local s, hinge, limit = arm_with("auto", { lower = 0.5, upper = 1 })
  local before = s:hash()
  if reads then read(limit) assert(s:hash() == before) end
  s:at(0.2, function()
    limit.lower = nil
    limit.upper = -0.5
    if reads then read(limit) end
    limit.upper = -0.4
    if reads then read(limit) end
  end)
  s:advance_to(1)
  ends[#ends + 1] = s:hash()
end
assert(ends[1] == ends[2])

-- assembly and diagnosis take it for a constraint while it is on its way, whether it was read or not
for _, reads in ipairs { false, true } do
  local s, hinge, limit = arm_with("auto", { lower = 0.5 })
  if reads then read(limit) end
  assert(s:diagnose().rows == 6)
  s:assemble()
  near("assembled", hinge.angle, 0.5, 1e-9)
  s:advance(0.1)
  near("and at rest", hinge.angle, 0.5, 1e-9)
  assert(s:diagnose().rows == 5)
end

-- a bound that jumps over its joint begins, under each stepper (`timestep` sees it at the end of a step, in which
-- some of the depth has been taken out)
for stepper, within in pairs { auto = 1e-6, timestep = 4e-3 } do
  local s, hinge, limit = arm_with(stepper, { lower = function(t) return tw.math.select(t - 0.5, 0.4, -1) end })
  s:advance_to(1)
  near("since the jump", limit.deviation, 0.4 * (1 + 0.5 / 0.3) * math.exp(-0.5 / 0.3), within)
end

-- between two free bodies: both momenta stay, and the law holds
local pair = tw.scene { tau = 0.2 }
local left = pair:box { size = { 1, 0.1, 0.1 }, position = { -0.5, 0, 0 } }
local right = pair:box { size = { 1, 0.1, 0.1 }, position = { 0.5, 0, 0 } }
local elbow = pair:hinge { a = right, b = left, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
local bent = pair:limit { joint = elbow, lower = 0.6 }
pair:advance_to(0.5)
near("bent", bent.deviation, 0.6 * 3.5 * math.exp(-2.5), 1e-7)
near("momentum", pair:momentum():length(), 0, 1e-9)
near("angular momentum", pair:angular_momentum():length(), 0, 1e-9)
near("the parts are the force", (bent.split.external + bent.split.inertial + bent.split.velocity + bent.split.deviation - bent.force):length(), 0, 1e-9)
bent:remove()
pair:advance_to(0.6)

-- put inside its bounds on the way it is free; switched off, too
local s, hinge, limit, arm = arm_with("auto", { lower = 0.5, upper = 1 })
s:advance_to(0.3)
arm.orientation = tw.axis_angle({ 0, 0, 1 }, 0.7)
arm.angular_velocity = { 0, 0, 0 }
near("inside", limit.deviation, 0, 0)
s:advance_to(1)
near("it stays", hinge.angle, 0.7, 1e-9)
limit.lower = 0.9
s:advance_to(1.2)
assert(hinge.angle > 0.7 + 1e-3 and not limit.met)
limit:disable()
local turning = hinge.speed
s:advance_to(1.4)
near("let go", hinge.speed, turning, 1e-9)

-- a snapshot on the way goes on with the same bits
local a, ahinge = arm_with("auto", { lower = 0.5, upper = 1 })
a:advance_to(0.4)
local saved = a:snapshot()
a:advance_to(1)
local first = a:hash()
a:restore(saved)
a:advance_to(1)
assert(a:hash() == first)
near("and is on its way", ahinge.angle, 0.5 - 0.5 * (1 + 1 / 0.3) * math.exp(-1 / 0.3), 1e-7)

-- a slider under its weight: it comes up to the bound and rests there, carried by the weight
local w = tw.scene { gravity = { 0, 0, -9.81 }, tau = 0.2 }
local lift = w:box { size = { 0.2, 0.2, 0.2 }, mass = 2, position = { 0, 0, -1 } }
local slider = w:slider { a = lift, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
local floor = w:limit { joint = slider, lower = 0.3 }
w:advance_to(1)
near("on its way up", slider.position, 0.3 - 0.3 * (1 + 1 / 0.2) * math.exp(-1 / 0.2), 1e-6)
w:advance_to(6)
near("it rests", slider.position, 0.3, 1e-5)
near("on its weight", floor.force.z, 2 * 9.81, 1e-3)
print("ok")
