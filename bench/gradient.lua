-- What the derivatives of a motion by n unknowns cost, in motions:
--   tauwerk lua bench/gradient.lua SCENE N none|motion|gradient
-- bench/gradient.sh counts instructions of the three and prints (gradient - motion) / (motion - none) - 1.
local tw = require "tauwerk"
local name, n, what = arg[1], tonumber(arg[2]), arg[3]

local function first(list) return table.move(list, 1, n, 1, {}) end

local scenes = {}

-- ten rods on hinges with dampers; unknown: dampers, then masses
function scenes.chain()
  local scene = tw.scene { duration = 1.9, gravity = "earth" }
  local vary, before, from = {}, nil, tw.vec3(0, 0, 0)
  for i = 1, 10 do
    local to = from + tw.vec3(0.1, 0, -0.2)
    local rod = scene:rod { name = "rod " .. i, radius = 0.02, from = from, to = to }
    local hinge = scene:hinge { a = rod, b = before, at = from, axis = { 0, 1, 0 }, damping = 1e-3 }
    vary[i] = { hinge, "damping", from = 0, to = 0.01 }
    vary[10 + i] = { rod, "mass", from = 0.01, to = 10 }
    before, from = rod, to
  end
  return scene, first(vary), before, { { "there", value = function() return before.position end, equals = { 0, 0, 0 } } }
end

-- five balls on bars; unknown: places, then masses
function scenes.bars()
  local scene = tw.scene { duration = 1.9, gravity = "earth" }
  local places, masses, last, ball = {}, {}, scene:nail { 0, 0, 0 }, nil
  for i = 1, 5 do
    local at = tw.vec3(0.3 * i, 0, 0)
    local own = scene:sphere { name = "ball " .. i, radius = 0.05, position = at }
    scene:distance { a = own.center, b = last, length = 0.3 }
    for k, axis in ipairs { "x", "y", "z" } do
      places[#places + 1] = { own.name .. axis, start = at[axis], from = -3, to = 3, set = function(x)
        local p = own.position
        own.position = tw.vec3(k == 1 and x or p.x, k == 2 and x or p.y, k == 3 and x or p.z)
      end }
    end
    masses[i] = { own, "mass", from = 0.1, to = 10 }
    last, ball = own.center, own
  end
  return scene, first(table.move(masses, 1, #masses, #places + 1, places)), ball, { { "there", value = function() return ball.position end, equals = { 0, 0, 0 } } }
end

-- a double pendulum with torques that are splines of time; unknown: their knots
function scenes.knots()
  local scene = tw.scene { duration = 3, gravity = "earth" }
  local a = scene:rod { name = "a", length = 1, radius = 0.03, position = { 0, 0, -0.5 } }
  local b = scene:rod { name = "b", length = 1, radius = 0.03, position = { 0, 0, -1.5 } }
  scene:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
  scene:hinge { a = b, b = a, at = { 0, 0, -1 }, axis = { 0, 1, 0 }, damping = 0.1 }
  local push, knots, vary = scene:torque { on = b, value = { 0, 0, 0 } }, {}, {}
  local count = math.max(n, 4)
  for i = 1, count do knots[i] = 3 * math.sin(2 * i) end
  local function put()
    local list = {}
    for k = 1, count do list[k] = { 3 * (k - 1) / (count - 1), { 0, knots[k], 0 } } end
    push.value = tw.spline(list)
  end
  put()
  for i = 1, n do
    vary[i] = { "knot " .. i, start = knots[i], from = -20, to = 20, set = function(x)
      knots[i] = x
      put()
    end }
  end
  return scene, vary, b, { { "up", value = function() return b.position end, equals = { 0, 0, 1.5 } } }
end

-- a ball thrown over ground and against walls; unknown: velocity, spin, friction, gravity, mass, place
function scenes.throw()
  local scene = tw.scene { duration = 1.5, gravity = "earth" }
  scene:ground { height = 0, friction = 0.2, restitution = 0.8 }
  local ball = scene:sphere { name = "ball", radius = 0.1, position = { 0, 0, 1 }, velocity = { 1, 0.2, 1 }, angular_velocity = { 0, 20, 0 },
                              collide = true, friction = 0.2, restitution = 0.8 }
  local vary = {}
  for i, field in ipairs { "velocity", "angular_velocity", "position" } do
    for k, b in ipairs { "x", "y", "z" } do
      vary[#vary + 1] = { field .. b, start = ball[field][b], from = -5, to = 5, set = function(x)
        local v = ball[field]
        ball[field] = tw.vec3(k == 1 and x or v.x, k == 2 and x or v.y, k == 3 and x or v.z)
      end }
    end
  end
  vary[#vary + 1] = { ball, "friction", from = 0, to = 0.01 }
  return scene, first(vary), ball, { { "there", value = function() return ball.position end, equals = { 0, 0, 1 } } }
end

local scene, vary, _, goals = scenes[name]()
if what == "motion" then
  scene:advance_to(scene.duration)
elseif what == "gradient" then
  local found = scene:solve { steps = 0, tries = 1, threads = 1, derivatives = "sensitivities", vary = vary, so_that = goals }
  assert(found.derivatives == "sensitivities", found.differences)
end
