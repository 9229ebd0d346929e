-- The fastest way of a cart from rest to rest, with a force of no more than 1 N: full ahead for half of the time, then full back. The search knows
-- nothing of that: it has the time and twelve values of the force, and begins with none at all.
local tw = require "tauwerk"

local d, most, values = 1, 1, 12
local scene = tw.scene { name = "fastest", duration = 3, fps = 60, size = { 1280, 720 } }
local cart = scene:box { name = "cart", size = { 0.2, 0.12, 0.1 }, mass = 1, position = { 0, 0, 0.05 }, material = "copper" }
local push = scene:force { at = cart.center, value = { 0, 0, 0 } }

-- straight between its values, so that it never leaves their bounds
local force, T = {}, 2.8
for i = 1, values do force[i] = 0 end
local function put()
  local f, time = { table.unpack(force) }, T
  push.value = function(t)
    local sum = 0
    for i = 1, values do sum = sum + f[i] * tw.math.max(0, 1 - tw.math.abs(t / time * (values - 1) - (i - 1))) end
    return { sum, 0, 0 }
  end
end
local vary = { { "T", from = 1, to = 4, start = T, set = function(x)
  T = x
  put()
end } }
for i = 1, values do
  vary[#vary + 1] = { "force " .. i, from = -most, to = most, start = 0, set = function(x)
    force[i] = x
    put()
  end }
end
local found = scene:solve {
  vary = vary, duration = function() return T end, tolerance = 1e-5, minimise = function() return T end,
  so_that = { { "there", value = function() return cart.position.x end, equals = d, scale = 1 },
              { "at rest", value = function() return cart.velocity.x end, equals = 0, scale = 1 } },
}
found.apply()
scene.duration = T

local least = 2 * math.sqrt(d * cart.mass / most)
scene:ground { height = 0 }
scene:line { from = { { d, -0.3, 0.001 }, { d, 0.3, 0.001 } }, radius = 0.004, color = "#d8a63a" }
scene:arrow { at = cart.center, value = function() return push.force * 0.3 end, color = "#b5523b" }
scene.camera = { eye = { 0.5, -2.6, 0.8 }, target = { 0.5, 0, 0.05 }, fov = tw.deg(34) }
scene:expect { "it was found", value = found.ok, equals = true }
scene:expect { "as fast as can be", value = T, equals = least, within = 0.01 * least }
for i = 1, values do
  if 2 * i < values then scene:expect { "full ahead " .. i, value = force[i], equals = most, within = 0.01 } end
  if 2 * i > values + 2 then scene:expect { "full back " .. i, value = force[i], equals = -most, within = 0.01 } end
end
scene:expect { "there", value = function() return cart.position.x end, equals = d, within = 1e-4, at = "end" }
scene:log("%s: %.4f s, least %.4f s", found.why, T, least)
return scene
