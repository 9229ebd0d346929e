-- Constraints and forces that a script writes: read-outs, assignment, what they do.
local tw = require "tauwerk"

local function near(a, b, within, what)
  if not (math.abs(a - b) <= (within or 1e-12)) then error((what or "") .. ": " .. a .. ", not " .. b, 2) end
end
local function near3(a, b, within, what)
  for i = 1, 3 do near(a[i], b[i], within, what) end
end

-- one row: a number; three: a vector; others: an array; any mixture of results
local scene = tw.scene { name = "custom", gravity = { 0, 0, -9.81 }, tau = 0.1 }
local rod = scene:rod { length = 1, radius = 0.05, position = { 0.3, 0, 1 }, velocity = { 0, 1, 0 } }
local nail = scene:nail { 0, 0, 2 }
local one = scene:constraint { points = { rod.end2, nail }, deviation = function(x) return x[1].z - x[2].z end }
assert(one.kind == "constraint")
near(one.deviation, -0.5)
near(one.rate, 0)
local three = scene:constraint { points = { rod.end2, nail }, enabled = false, deviation = function(x) return x[1] - x[2] end }
near3(three.deviation, { 0, 0, 0 }) -- switched off: it says nothing
three:enable()
near3(three.deviation, { 0.3, 0, -0.5 })
near3(three.rate, { 0, 1, 0 })
three:disable()
near3(three.rate, { 0, 0, 0 })
local five = scene:constraint {
  points = { rod.end2, nail }, bodies = { rod }, enabled = false,
  deviation = function(x, t)
    assert(#x == 2 and #x.body == 1)
    local q = x.body[rod].orientation
    return { x[rod.end2] - x[nail], { q.x } }, t + x[1].x
  end }
assert(#five.deviation == 5)
five:enable()
near(five.deviation[5], 0.3)
near(five.rate[5], 1) -- d/dt of t
five:disable()

-- assignment: another function, another number of rows; the lists must fit it
one.deviation = function(x) return { x[1].x, x[1].y } end
assert(#one.deviation == 2)
assert(#one.points == 2 and one.points[2] == nail)
local ok, message = pcall(function() one.points = { nail } end)
assert(not ok and message:find("expected 2 points, which 'deviation' was made for, got 1", 1, true), message)
assert(#one.points == 2)

-- D(t) = (D0 + (V0 + D0/tau) t) exp(-t/tau)
one:remove()
three:enable()
scene:advance(0.4)
near3(three.deviation, tw.vec3(0.3 * (1 + 4), 0.4, -0.5 * (1 + 4)) * math.exp(-4), 1e-7, "decay")
assert(three.residual < 1e-9)

-- a removed point takes the constraint with it, a removed body too
nail:remove()
assert(not three:exists() and not five:exists())
local on_body = scene:constraint { bodies = { rod }, deviation = function(x) return x.body[1].position.z end }

-- any number of points and rows
local many = tw.scene { name = "many", tau = 0.2 }
local centres = {}
for i = 1, 40 do centres[i] = many:sphere { radius = 0.1, position = { i, 0, 0 } }.center end
local rows = many:constraint { points = centres, deviation = function(x)
  local r = {}
  for i = 1, #x do r[i] = x[i] - tw.vec3(i, 1, 0) end
  return r
end }
assert(#rows.deviation == 120 and #rows.rate == 120)
many:advance(1)
for i = 1, 120 do near(rows.deviation[i], i % 3 == 2 and -6 * math.exp(-5) or 0, 1e-8, "row " .. i) end
assert(rows.residual < 1e-9)

-- forces: by handle and by number, at a point, with a torque; a spring by hand is the spring
local function pair(make)
  local s = tw.scene { name = "force", rtol = 1e-11, atol = 1e-13 }
  local a = s:box { size = { 1, 2, 3 }, mass = 2, position = { 1, 0, 0 }, angular_velocity = { 1, 2, 0.5 } }
  local b = s:rod { length = 1, radius = 0.1, mass = 1, position = { -1, 0.5, 0 }, velocity = { 0, 1, 0 } }
  local f = make(s, a, b)
  s:advance(0.7)
  return a, b, f
end
local pa, pb = { 0.5, 1, 1.5 }, { 0, 0, 0.5 }
local a1, b1, f1 = pair(function(s, a, b)
  return s:spring { a = a:point(pa), b = b:point(pb), stiffness = 20, rest = 0.5, damping = 0.3 }
end)
local a2, b2, f2 = pair(function(s, a, b)
  return s:custom_force { bodies = { a, b }, force = function(t, x)
    local function point(k, c)
      local arm = x[k].orientation * tw.vec3(c[1], c[2], c[3])
      return x[k].position + arm, x[k].velocity + x[k].angular_velocity:cross(arm)
    end
    local xa, va = point(1, pa)
    local xb, vb = point(b, pb)
    local d = xb - xa
    local n = d:normalized()
    local F = n * (20 * (d:length() - 0.5) + 0.3 * n:dot(vb - va))
    return { { force = F, at = xa }, [b] = { force = -F, torque = (xb - x[2].position):cross(-F) } }
  end }
end)
near3(a2.position, a1.position, 1e-9, "a spring by hand")
near3(b2.position, b1.position, 1e-9, "a spring by hand")
near3(a2.angular_velocity, a1.angular_velocity, 1e-8, "a spring by hand")
near3(f2.force, f1.force, 1e-8, "its force")

-- quaternions that are traced are what they are otherwise
local functions = {
  function(t) return tw.axis_angle({ 1, 2, 3 }, t) * tw.vec3(1, 2, 3) end,
  function(t) return tw.axis_angle(tw.vec3(1, t, 3), 0.3) * { 0, 2, 0 } end,
  function(t) return tw.quat(t, 2, 3, 4) * { 1, 0, 3 } end,
  function(t) return (tw.quat(t, 2, 3, 4):inverse() * tw.euler(t, 0.2, 0.3)) * { 1, 0, 3 } end,
  function(t) return tw.rotation({ 1, 0, 0 }, { 0, t, 1 }) * { 1, 0, 3 } end,
  function(t) return tw.rotation({ 1, 2, 0 }, { 0, t, 1 }):conj() * { 1, 0, 3 } end,
  function(t)
    local q = tw.euler(t, 1, 2) * tw.quat(1, 2, 3, 4)
    return tw.vec3(q.w, q.x, q:dot(tw.quat(1, t, 0, 2)))
  end,
  function(t)
    local q = tw.quat(1, t, 3, 4):normalized()
    return tw.vec3(q.w, q[2], #tw.vec3(q.z, t, 1))
  end,
}
local still = tw.scene { name = "still" }
for i, f in ipairs(functions) do
  local path = still:path(f)
  for _, t in ipairs { 0.3, 1.7 } do
    still:advance_to(2 * i + t)
    near3(path.position, f(2 * i + t), 1e-13, "function " .. i)
  end
end
