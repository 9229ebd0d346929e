-- Known optima with many unknowns, from random starts, one try each: a mass from rest to rest in the least time, 2 sqrt(d m / f), with full force
-- ahead and then back.
local tw = require "tauwerk"
local RUNS, N = 5, 8
local state = 4711
local function random()
  state = (state * 1103515245 + 12345) % 2147483648
  return state / 2147483648
end
local good = 0
for _ = 1, RUNS do
  local scene = tw.scene { duration = 3, fps = 20 }
  local mass = scene:sphere { radius = 0.1, mass = 1 }
  local push = scene:force { at = mass.center, value = { 0, 0, 0 } }
  local k, T, vary = {}, 2, {}
  local function put()
    local f, time = { table.unpack(k) }, T
    push.value = function(t)
      local sum = 0
      for i = 1, N do sum = sum + f[i] * tw.math.max(0, 1 - tw.math.abs(t / time * (N - 1) - (i - 1))) end
      return { sum, 0, 0 }
    end
  end
  vary[1] = { "T", from = 1, to = 4, start = 1 + 3 * random(), set = function(x) T = x put() end }
  for i = 1, N do
    k[i] = 0
    vary[i + 1] = { "f" .. i, from = -1, to = 1, start = 2 * random() - 1, set = function(x) k[i] = x put() end }
  end
  local found = scene:solve { vary = vary, tries = 1, duration = function() return T end, tolerance = 1e-4, minimise = function() return T end,
    so_that = { { "there", value = function() return mass.position.x end, equals = 1, scale = 1 },
                { "rests", value = function() return mass.velocity.x end, equals = 0, scale = 1 } } }
  local bang = found.ok and math.abs(found.value / 2 - 1) < 0.01
  for i = 1, N do
    if 2 * i < N then bang = bang and found.x[i + 1] > 0.99 end
    if 2 * i > N + 2 then bang = bang and found.x[i + 1] < -0.99 end
  end
  if bang then good = good + 1 else print(found.why, found.value, table.concat(found.x, " ")) end
end
print(("least time: %d of %d"):format(good, RUNS))
assert(good >= 0.8 * RUNS)
