-- A constraint of one's own: beads stay on an ellipsoid that a free body carries and that breathes with
-- time. They start apart from it, slide on it without friction, and turn the body by their reactions.
local tw = require "tauwerk"
local m = tw.math

local scene = tw.scene { name = "ellipsoid", duration = 6, tau = 0.2 }
local core = scene:box { name = "core", size = { 1.5, 0.9, 0.5 }, density = 300, position = { 0, 0, 2 },
                         orientation = tw.euler(0.2, 0.3, 0.1), angular_velocity = { 0.2, 0.5, 0.8 }, material = "copper" }
local function radii(t)
  local s = 1 + 0.15 * m.sin(2 * t)
  return 2 * s, 1.3 / s, 0.9
end
-- 0 on the ellipsoid; about the distance from it
local function off(p, centre, turn, t)
  local a, b, c = radii(t)
  local l = turn:inverse() * (p - centre)
  return m.sqrt((l.x / a) ^ 2 + (l.y / b) ^ 2 + (l.z / c) ^ 2) - 1
end

local beads, centres = {}, {}
for i = 1, 14 do
  local d = scene.random:direction()
  local bead = scene:sphere { radius = 0.13, density = 800, position = core.position + d * 1.4,
                              velocity = d:cross(tw.vec3(0, 0, 1)) * 1.5, material = "steel",
                              color = i % 2 == 0 and { 0.25, 0.45, 0.8 } or { 0.85, 0.6, 0.2 } }
  beads[i], centres[i] = bead, bead.center
end
local surface = scene:constraint { name = "surface", points = centres, bodies = { core }, deviation = function(x, t)
  local rows = {}
  for i = 1, #x do rows[i] = off(x[i], x.body[1].position, x.body[1].orientation, t) end
  return rows
end }

scene:ground { height = 0 }
local p0, L0 = scene:momentum(), scene:angular_momentum()

-- the farthest bead, measured by other means: the point of its ray that lies on the ellipsoid
local function worst()
  local a, b, c = radii(scene.time)
  local most = 0
  for _, bead in ipairs(beads) do
    local l = core:to_local(bead.position)
    most = math.max(most, math.abs(l:length() - tw.vec3(l.x, l.y, l.z):length() / math.sqrt((l.x / a) ^ 2 + (l.y / b) ^ 2 + (l.z / c) ^ 2)))
  end
  return most
end
scene:expect { "on the ellipsoid", value = worst, equals = 0, within = 1e-3, at = 3 }
scene:expect { "still on it", value = worst, equals = 0, within = 1e-6, at = "end" }
scene:expect { "momentum", value = function() return (scene:momentum() - p0):length() end, equals = 0, within = 1e-6, at = "end" }
scene:expect { "angular momentum", value = function() return (scene:angular_momentum() - L0):length() / L0:length() end,
               equals = 0, within = 1e-7, at = "end" }
return scene
