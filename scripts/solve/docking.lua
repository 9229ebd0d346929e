-- A ship docks with the least fuel: three thrusts that change linearly from knot to knot, from drifting to rest at the dock. For thrust along
-- a line from rest to rest that would be a parabola of the speed; here the least of the thrust's square is known in closed form.
local tw = require "tauwerk"

local T, d, v = 4, 3, tw.vec3(0.3, 0, -0.2)
local scene = tw.scene { name = "docking", duration = T, fps = 25, size = { 1280, 720 }, background = "black" }
local ship = scene:capsule { name = "ship", length = 0.8, radius = 0.2, mass = 1, position = { 0, 0, 0 }, velocity = v,
                             orientation = tw.euler(0, tw.deg(90), 0), material = "steel" }
scene:cylinder { name = "dock", height = 0.3, radius = 0.35, position = { d + 0.75, 0, 1 }, fixed = true,
                 orientation = tw.euler(0, tw.deg(90), 0), material = "copper" }
local thrust = scene:force { name = "thrust", at = ship.center, value = { 0, 0, 0 } }

local knots = {}
local function thrusts()
  thrust.value = tw.spline { { 0, { knots[1], 0, knots[2] } }, { T, { knots[3], 0, knots[4] } } }
end
local vary = {}
for i = 1, 4 do
  knots[i] = 0
  vary[i] = { "thrust " .. i, from = -3, to = 3, start = 0, set = function(x)
    knots[i] = x
    thrusts()
  end }
end

local found = scene:solve {
  vary = vary,
  so_that = { { "at the dock", value = function() return ship.position end, equals = { d, 0, 1 } },
              { "at rest", value = function() return ship.velocity end, equals = { 0, 0, 0 }, scale = 1 } },
  minimise = function() return thrust.force:dot(thrust.force) end, over = "time",
}
found.apply()

-- u = a + b t of each axis, from the two conditions: the integral of u^2 is 12 D^2 / T^3 + (v0)^2 / T with D = d - v0 T / 2
local least = 0
for _, axis in ipairs { { d, v.x }, { 1, v.z } } do
  local D = axis[1] - axis[2] * T / 2
  least = least + 12 * D * D / T ^ 3 + axis[2] ^ 2 / T
end
scene.camera = { eye = { 1.6, -6, 1.6 }, target = { 1.8, 0, 0.5 }, fov = tw.deg(38) }
scene:expect { "it was found", value = found.ok, equals = true }
scene:expect { "the least effort", value = found.value, equals = least, within = 1e-4 * least }
scene:expect { "it docks", value = function() return ship.position end, equals = { d, 0, 1 }, within = 1e-5, at = "end" }
scene:expect { "at rest", value = function() return ship.velocity:length() end, equals = 0, within = 1e-5, at = "end" }
return scene
