-- Known optima from random starts, one try each: the least effort of a docking ship, whose closed form is known, and a pendulum's damping and
-- inertia from a noiseless record. Four of five starts must get there; so far all do.
local tw = require "tauwerk"
local function random_of(seed)
  local s = seed * 7919 + 13
  return function()
    s = (s * 1103515245 + 12345) % 2147483648
    return s / 2147483648
  end
end
local r, RUNS = random_of(5), 20
local T, d, v = 4, 3, tw.vec3(0.3, 0, -0.2)
local good = 0
for _ = 1, RUNS do
  local scene = tw.scene { duration = T, fps = 10 }
  local ship = scene:sphere { radius = 0.2, mass = 1, velocity = v }
  local thrust = scene:force { at = ship.center, value = { 0, 0, 0 } }
  local k, vary = {}, {}
  for i = 1, 4 do
    k[i] = 6 * r() - 3
    vary[i] = { "t" .. i, from = -3, to = 3, start = k[i], set = function(x)
      k[i] = x
      thrust.value = tw.spline { { 0, { k[1], 0, k[2] } }, { T, { k[3], 0, k[4] } } }
    end }
  end
  local f = scene:solve {
    vary = vary, tries = 1, minimise = function() return thrust.force:dot(thrust.force) end, over = "time",
    so_that = { { "a", value = function() return ship.position end, equals = { d, 0, 1 } },
                { "b", value = function() return ship.velocity end, equals = { 0, 0, 0 }, scale = 1 } },
  }
  local least = 0
  for _, a in ipairs { { d, v.x }, { 1, v.z } } do
    local D = a[1] - a[2] * T / 2
    least = least + 12 * D * D / T ^ 3 + a[2] ^ 2 / T
  end
  if f.ok and math.abs(f.value / least - 1) < 1e-3 then good = good + 1 end
end
print(("docking: %d of %d"):format(good, RUNS))
assert(good >= 0.8 * RUNS)

good = 0
for _ = 1, RUNS do
  local function pendulum(dmp, inertia)
    local scene = tw.scene { duration = 3, gravity = "earth" }
    local rod = scene:body { mass = 1.1, inertia = { 0.05, inertia, 0.02 }, position = { 0.6, 0, 2 } }
    local hinge = scene:hinge { a = rod, at = { 0, 0, 2 }, axis = { 0, 1, 0 }, damping = dmp }
    return scene, rod, hinge
  end
  local scene, rod = pendulum(0.21, 0.034)
  local rec, goals = scene:record { "h", value = function() return rod.position.z end, every = 0.2 }
  scene:advance(3)
  local hinge
  scene, rod, hinge = pendulum(0.5, 0.05)
  goals = {}
  for i = 2, #rec.t do
    goals[#goals + 1] = { "h" .. i, at = rec.t[i], value = function() return rod.position.z end, equals = rec.v[i] }
  end
  local f = scene:solve { tries = 1, so_that = goals, vary = { { hinge, "damping", from = 0, to = 1, start = r() },
    { "I", from = 0.031, to = 0.069, start = 0.031 + 0.038 * r(), set = function(x) rod.inertia = { 0.05, x, 0.02 } end } } }
  if f.ok and math.abs(f.x[1] / 0.21 - 1) < 1e-6 and math.abs(f.x[2] / 0.034 - 1) < 1e-6 then good = good + 1 end
end
print(("pendulum: %d of %d"):format(good, RUNS))
assert(good >= 0.8 * RUNS)
