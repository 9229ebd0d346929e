-- Cones, disks, ellipsoids and links: mass properties in closed form, points, fields read back.
local tw = require "tauwerk"

tw.test("solids", function()
  local scene = tw.scene {}
  local function near(a, b) assert(math.abs(a - b) <= 1e-12 * math.max(1, math.abs(b)), a .. " is not " .. b) end

  local cone = scene:cone { height = 0.8, radius = 0.3, density = 2 }
  local m = 2 * math.pi * 0.3 ^ 2 * 0.8 / 3
  near(cone.mass, m)
  near(cone.apex.position.z, 0.6)
  near(cone.base.position.z, -0.2)
  near(cone.inertia[3], 0.3 * m * 0.3 ^ 2)
  near(cone.inertia[1], m * (3 / 20 * 0.3 ^ 2 + 3 / 80 * 0.8 ^ 2))

  local disk = scene:disk { from = { 0, 0, 1 }, to = { 0, 0, 1.1 }, radius = 0.5, density = 1 }
  near(disk.height, 0.1)
  near(disk.mass, math.pi * 0.25 * 0.1)
  near(disk.top.position.z, 1.1)
  near(disk.bottom.position.z, 1)

  local e = scene:ellipsoid { radii = { 1, 2, 3 }, density = 1 }
  near(e.mass, 4 / 3 * math.pi * 6)
  near(e.inertia[1], e.mass / 5 * (4 + 9))
  near(e.inertia[2], e.mass / 5 * (1 + 9))
  near(e.radii.z, 3)

  local link = scene:link { length = 0.3, width = 0.2, radius = 0.02, density = 1 }
  -- Pappus: the section times the length of the middle line
  near(link.mass, math.pi * 0.02 ^ 2 * (2 * 0.1 + 2 * math.pi * 0.08))
  near((link.end2.position - link.end1.position).x, 0.3 - 4 * 0.02)
end)
