-- Ramps and keys of orientations, directions and angles: quaternions turn evenly, the shorter way.
local tw = require "tauwerk"

local function near(a, b, within, what)
  local far = type(a) == "number" and math.abs(a - b) or (a - b):length()
  if not (far <= within) then error(what .. ": " .. tostring(a) .. ", not " .. tostring(b), 2) end
end
-- the angle between two orientations
local function apart(p, q)
  local d = p:inverse() * q
  return 2 * math.atan(tw.vec3(d.x, d.y, d.z):length(), math.abs(d.w))
end
local function fails(f, text)
  local ok, message = pcall(f)
  assert(not ok and message:find(text, 1, true), message)
end

-- a prop turns by the ease's part of the angle, also where its quaternion is given with the other sign
local s = tw.scene { tau = 0.05 }
local axis = tw.vec3(1, 2, 2) / 3
local from, to = tw.axis_angle({ 0, 0, 1 }, 0.3), tw.axis_angle(axis, 2.8)
local prop = s:prop { kind = "box", size = { 1, 1, 1 }, orientation = from }
local other = s:prop { kind = "box", size = { 1, 1, 1 }, orientation = from }
s:ramp { prop, "orientation", to = to, t0 = 0, t1 = 1, ease = "linear" }
s:ramp { other, "orientation", to = tw.quat(-to.w, -to.x, -to.y, -to.z), t0 = 0, t1 = 1, ease = "smooth" }
local whole = apart(from, to)
for _, t in ipairs { 0.1, 0.25, 0.5, 0.9, 1, 1.5 } do
  s:advance_to(t)
  local u = math.min(t, 1)
  near(apart(from, prop.orientation), whole * u, 1e-12, "evenly")
  near(apart(from, other.orientation), whole * u ^ 3 * (10 - 15 * u + 6 * u ^ 2), 1e-12, "smoothly")
  near(apart(prop.orientation, to), whole * (1 - u), 1e-7, "what is left")
end

-- a constraint follows it with its rate: after the transient the body is where the ramp is, for J and bias
-- contain the exact derivatives
local w = tw.scene { tau = 0.05, rtol = 1e-10, atol = 1e-13 }
local box = w:box { size = { 1, 0.5, 0.2 } }
local held = w:orientation { body = box, to = tw.quat(1, 0, 0, 0) }
w:keys { held, "to", { { 0.5, tw.quat(1, 0, 0, 0) }, { 1.5, to, "smooth" }, { 2.5, from, "smooth" } } }
for _, t in ipairs { 0.5, 1, 1.5, 2, 2.5, 3 } do
  w:advance_to(t)
  near(held.deviation:length(), 0, 1e-7, "it follows at " .. t)
  near(held.rate:length(), 0, 1e-6, "and its rate")
end
near(apart(box.orientation, from), 0, 1e-7, "at the end")

-- a direction of the world, and one of a body
local d = tw.scene { tau = 0.05 }
local rod = d:rod { length = 1, radius = 0.1 }
local along = d:orient { body = rod, axis = { 0, 0, 1 }, to = { 0, 0, 1 } }
d:ramp { along, "to", to = { 1, 0, 0 }, t0 = 0, t1 = 1 }
local base = d:box { size = { 1, 1, 1 }, position = { 3, 0, 0 }, fixed = true }
local arm = d:rod { length = 1, radius = 0.1, position = { 3, 0, 2 } }
local second = d:orient { body = arm, axis = { 0, 0, 1 }, to = { base, { 0, 0, 1 } } }
d:ramp { second, "to", to = { base, { 0, 1, 0 } }, t0 = 0, t1 = 1 }
d:advance_to(2)
near(rod.orientation * tw.vec3(0, 0, 1), tw.vec3(1, 0, 0), 1e-6, "along x")
-- evenly, also nearly all the way round; exactly opposite there is no way
along.to = { 1, 0, 0 }
d:ramp { along, "to", to = { -1, 1e-3, 0 }, t0 = 2, t1 = 4, ease = "linear" }
d:advance_to(3)
near(along.to, tw.vec3(1e-3 / 2, 1, 0), 1e-6, "half the way")
d:advance_to(4)
fails(function() d:ramp { along, "to", from = { 0, 0, 2 }, to = { 0, 0, -1 }, t1 = 5 } end, "between opposite directions")
near(arm.orientation * tw.vec3(0, 0, 1), tw.vec3(0, 1, 0), 1e-6, "along the base's y")
fails(function() d:ramp { second, "to", to = { arm, { 0, 1, 0 } }, t1 = 6 } end,
  "of the body that the field is of")

-- rest of a torsion spring: an angle stays one, a quaternion too
local angle = d:torsion_spring { a = rod, stiffness = 1, axis = { 0, 0, 1 }, rest = 0 }
local turn = d:torsion_spring { a = rod, stiffness = 1 }
d:ramp { angle, "rest", from = 0, to = 1, t0 = 4, t1 = 5, ease = "linear" }
d:ramp { turn, "rest", to = to, t0 = 4, t1 = 5, ease = "linear" }
d:advance_to(4.25)
near(angle.rest, 0.25, 1e-12, "a quarter")
near(apart(turn.rest, tw.quat(1, 0, 0, 0)), 0.25 * 2.8, 1e-12, "a quarter of the turn")
fails(function() d:ramp { angle, "rest", to = to, t1 = 6 } end, "expected a number")
fails(function() d:ramp { turn, "rest", to = 1, t1 = 6 } end, "expected a quaternion")
local follow = d:orientation { body = rod, to = base, enabled = false }
fails(function() d:ramp { follow, "to", to = to, t1 = 6 } end, "a field that follows no body")
fails(function() d:ramp { rod, "radius", to = 1, t1 = 6 } end, "cannot vary with time")
print("ok")
