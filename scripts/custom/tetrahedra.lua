-- A constraint of one's own: two tetrahedra have the same volume. The corners of the first follow paths;
-- the second hangs together by springs alone and breathes with the first.
local tw = require "tauwerk"
local m = tw.math

local scene = tw.scene { name = "tetrahedra", duration = 6, tau = 0.25 }
local shape = { { 1, 0, -0.5 }, { -0.5, 0.87, -0.5 }, { -0.5, -0.87, -0.5 }, { 0, 0, 1 } }

local function volume(a, b, c, d) return (b - a):cross(c - a):dot(d - a) / 6 end

local function corners(name, at, color, extra)
  local bodies, points = {}, {}
  for i, s in ipairs(shape) do
    local fields = extra(tw.vec3(s[1], s[2], s[3]), i)
    fields.name, fields.radius, fields.material, fields.color = name .. i, 0.3, "chalk", color
    fields.position = fields.position or at + tw.vec3(s[1], s[2], s[3])
    bodies[i] = scene:sphere(fields)
    points[i] = bodies[i].center
  end
  return bodies, points
end

-- it grows and is stretched
local left, right = tw.vec3(-1.8, 0, 1.5), tw.vec3(1.8, 0, 1.5)
local driven, first = corners("driven", left, { 0.8, 0.3, 0.25 }, function(s, i)
  return { motion = scene:path(function(t)
    local grow, long = 1 + 0.25 * m.sin(1.7 * t), 1 + 0.3 * m.sin(2.9 * t)
    return { left.x + s.x * grow, left.y + s.y * grow, left.z + s.z * grow * long }
  end) }
end)
local free, second = corners("free", right, { 0.25, 0.45, 0.8 }, function(s, i)
  return { density = 50, position = right + s * (0.7 + 0.05 * i) }
end)
for i = 1, 4 do
  for j = i + 1, 4 do
    scene:spring { a = second[i], b = second[j], stiffness = 60, rest = 1.6, damping = 3 }
  end
end
scene:drag { bodies = free, rate = 0.5 }

local points = { table.unpack(first) }
for i = 1, 4 do points[4 + i] = second[i] end
local equal = scene:constraint { name = "equal", points = points, tolerance = 1e-3, deviation = function(x)
  return volume(x[1], x[2], x[3], x[4]) - volume(x[5], x[6], x[7], x[8])
end }
scene:ground { height = 0 }

local function volumes()
  local v = {}
  for k, b in ipairs { driven, free } do
    v[k] = math.abs(volume(b[1].position, b[2].position, b[3].position, b[4].position))
  end
  return v[1], v[2]
end
-- they start apart, meet, and stay together while both change
local start = select(1, volumes())
scene:expect { "apart", value = function() local a, b = volumes() return b / a end, equals = 0.5, within = 0.3, at = 0 }
scene:expect { "same volume", value = function() local a, b = volumes() return b / a end, equals = 1, within = 1e-3, at = 3.5 }
scene:expect { "changed", value = function() local a = volumes() return a / start end, equals = 0.7, within = 0.3, at = 3.5 }
scene:expect { "same volume at the end", value = function() local a, b = volumes() return b / a end, equals = 1, within = 1e-5, at = "end" }
return scene
