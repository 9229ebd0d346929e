-- A body that has the orientation of a function of time, against closed forms.
local tw = require "tauwerk"
local m = tw.math
local tau = 0.1

local function near(got, want, within, label)
  local d = type(got) == "number" and math.abs(got - want) or (got - want):length()
  assert(d <= within, ("%s: got %s, expected %s (off by %.2g)"):format(label, got, want, d))
end

local size = tw.vec3(1, 0.6, 0.3)
local function box(scene, more)
  local f = { size = { size.x, size.y, size.z }, mass = 3 }
  for k, v in pairs(more or {}) do f[k] = v end
  return scene:box(f)
end
local function scene_of() return tw.scene { tau = tau, rtol = 1e-11, atol = 1e-13 } end
local function axes_apart(a, q)
  local worst = 0
  for _, e in ipairs { tw.vec3(1, 0, 0), tw.vec3(0, 1, 0), tw.vec3(0, 0, 1) } do
    worst = math.max(worst, (a.orientation * e - q * e):length())
  end
  return worst
end

-- ---- a goal that turns unevenly about a main axis: the torque is I phi'' ---------------------------------------------
do
  local scene = scene_of()
  local b = box(scene)
  local function phi(t) return 1.5 * t + 0.4 * m.sin(3 * t) end
  local turn = scene:orientation { body = b, to = function(t) return tw.axis_angle({ 0, 0, 1 }, phi(t)) end }
  b.angular_velocity = { 0, 0, 1.5 + 1.2 }  -- with it from the beginning
  near(turn.deviation, tw.vec3(0, 0, 0), 1e-15, "together")
  near(turn.rate, tw.vec3(0, 0, 0), 1e-14, "as fast")
  local I = 3 * (size.x ^ 2 + size.y ^ 2) / 12
  for _, t in ipairs { 0.5, 1.7, 6 } do  -- 6: more than one and a half turns
    scene:advance_to(t)
    near(axes_apart(b, tw.axis_angle({ 0, 0, 1 }, phi(t))), 0, 1e-8, "goal")
    near(b.angular_velocity, tw.vec3(0, 0, 1.5 + 1.2 * math.cos(3 * t)), 1e-8, "rate")
    near(turn.torque, tw.vec3(0, 0, -3.6 * I * math.sin(3 * t)), 1e-6, "torque")
  end
end

-- ---- a goal that is not at rest: D = (D0 + (V0 + D0 / tau) t) exp(-t / tau) -------------------------------------------
do
  local scene = scene_of()
  local b = box(scene, { orientation = tw.euler(0.7, -0.4, 1.1), angular_velocity = { 0.5, -1, 0.3 } })
  local turn = scene:orientation { body = b, offset = tw.euler(0.2, 0.1, 0),
                                   to = function(t) return tw.axis_angle({ 0.6, 0, 0.8 }, 2 * t) * tw.axis_angle({ 0, 1, 0 }, t) end }
  local D0, V0 = turn.deviation, turn.rate
  assert(D0:length() > 0.5 and V0:length() > 0.5)
  for k = 1, 12 do
    local t = k * tau / 2
    scene:advance_to(t)
    near(turn.deviation, (D0 + (V0 + D0 / tau) * t) * math.exp(-t / tau), 1e-8, "deviation")
  end
  scene:advance_to(30 * tau)
  local q = tw.axis_angle({ 0.6, 0, 0.8 }, 6) * tw.axis_angle({ 0, 1, 0 }, 3) * tw.euler(0.2, 0.1, 0)
  near(axes_apart(b, q), 0, 1e-8, "goal with an offset")
  -- the rate of the goal: omega = 2 n + q1 y
  local w = tw.vec3(1.2, 0, 1.6) + tw.axis_angle({ 0.6, 0, 0.8 }, 6) * tw.vec3(0, 1, 0)
  near(b.angular_velocity, w, 1e-7, "rate of two turns")
end

-- ---- only the direction of a quaternion counts: scaled by a function, or negated, it is the same goal -----------------
do
  local function run(scale)
    local scene = scene_of()
    local b = box(scene, { orientation = tw.euler(0.7, -0.4, 1.1) })
    local turn = scene:orientation { body = b, to = function(t)
      local s = scale(t)
      return { s * m.cos(t), 0, s * 0.6 * m.sin(t), s * 0.8 * m.sin(t) }
    end }
    local D = turn.deviation
    scene:advance(1.3)
    return b, D, turn.torque
  end
  local a, Da, Ta = run(function() return 1 end)
  for _, scale in ipairs { function() return -1 end, function(t) return 2 + m.sin(5 * t) end } do
    local b, Db, Tb = run(scale)
    near(Db, Da, 1e-14, "deviation")
    near(axes_apart(b, a.orientation), 0, 1e-8, "orientation")
    near(Tb, Ta, 1e-6, "torque")
  end
  near(axes_apart(a, tw.axis_angle({ 0, 0.6, 0.8 }, 2.6)), 0, 1e-4, "goal")
end

-- ---- assigned: a goal may change from a function to a quaternion to a body --------------------------------------------
do
  local scene = scene_of()
  local b, other = box(scene), box(scene, { position = { 2, 0, 0 }, orientation = tw.euler(0, 0.5, 0) })
  local turn = scene:orientation { body = b, to = function(t) return tw.axis_angle({ 1, 0, 0 }, t) end }
  scene:advance(30 * tau)
  near(axes_apart(b, tw.axis_angle({ 1, 0, 0 }, 3)), 0, 1e-7, "a function")
  turn.to = tw.euler(0, 0, 1)
  scene:advance(40 * tau)
  near(axes_apart(b, tw.euler(0, 0, 1)), 0, 1e-7, "a quaternion")
  turn.to = other
  local L = scene:angular_momentum()
  scene:advance(40 * tau)
  near(axes_apart(b, other.orientation), 0, 1e-7, "a body")
  near(scene:angular_momentum(), L, 1e-8, "the other body feels the reaction")
end
