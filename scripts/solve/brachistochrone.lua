-- The wire on which a bead falls fastest from one point to another, found from a straight one: Bernoulli's brachistochrone, a cycloid. The wire is
-- a spline through points between the ends, near each other where it is steep; their heights are found. Its time is within a thousandth of the
-- cycloid's.
local tw = require "tauwerk"

local d, h, g, pieces = 1, 0.6, 9.81, tw.param("pieces", 5, { doc = "of the spline; one height less is found" })
local scene = tw.scene { name = "brachistochrone", duration = 0.7, fps = 60, size = { 1280, 720 }, gravity = { 0, 0, -g } }
local bead = scene:sphere { name = "bead", radius = 0.02, mass = 1, position = { 0, 0, 0 }, material = "copper" }
local wire
local px, pz, T = {}, {}, 0.7
for i = 0, pieces do px[i], pz[i] = d * (i / pieces) ^ 2.2, -h * (i / pieces) ^ 2.2 end
local function curve()
  local list = {}
  for i = 0, pieces do list[i + 1] = { i / pieces, { px[i], 0, pz[i] } } end
  return tw.spline(list)
end
wire = scene:on_curve { name = "wire", point = bead.center, curve = curve() }

local vary = { { "T", from = 0.4, to = 1, start = 0.7, set = function(x) T = x end } }
for i = 1, pieces - 1 do
  vary[#vary + 1] = { "z" .. i, start = pz[i], from = -1, to = 0, set = function(x)
    pz[i] = x
    wire.curve = curve()
  end }
end
local found = scene:solve {
  vary = vary, duration = function() return T end, tolerance = 1e-5, tries = 1,
  so_that = { { "along", value = function() return bead.position.x end, equals = d, scale = 1 },
              { "down", value = function() return bead.position.z end, equals = -h, scale = 1 } },
  minimise = function() return T end, over = "end",
}
found.apply()
scene.duration = T

-- the cycloid x = r (a - sin a), z = -r (1 - cos a) through the end: a by halving, then T = a sqrt(r / g)
local low, high = 1e-3, 2 * math.pi - 1e-3
for _ = 1, 100 do
  local a = (low + high) / 2
  if (a - math.sin(a)) / (1 - math.cos(a)) < d / h then low = a else high = a end
end
local r = h / (1 - math.cos(low))
local least = low * math.sqrt(r / g)

local points, cycloid, s = {}, {}, curve()
for i = 0, 100 do
  local a = low * i / 100
  points[i + 1], cycloid[i + 1] = s(i / 100), { r * (a - math.sin(a)), 0.03, -r * (1 - math.cos(a)) }
end
scene:line { from = points, radius = 0.006, color = "#3b6ea5" }
scene:line { from = cycloid, radius = 0.003, color = "#d8a63a" }
scene.camera = { eye = { 0.5, -2.6, -0.2 }, target = { 0.5, 0, -0.3 }, fov = tw.deg(34) }
scene:expect { "it was found", value = found.ok, equals = true }
scene:expect { "as fast as the cycloid", value = found.value, equals = least, within = 1e-3 * least }
scene:expect { "at the end", value = function() return bead.position end, equals = { d, 0, -h }, within = 1e-4, at = "end" }
scene:log("%s: %.6f s, the cycloid %.6f s (by %s)", found.why, found.value, least, found.derivatives)
return scene
