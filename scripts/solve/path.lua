-- A four-bar whose coupler draws a given curve: path synthesis for nine points. The nine points lie on the curve of a four-bar that the search
-- does not know; pivots, lengths and the point on the coupler are found again from others, to rounding.
local tw = require "tauwerk"

local scene = tw.scene { name = "path", duration = 2, fps = 30, size = { 1280, 720 }, tau = 0.2 }
local y = { 0, -1, 0 }
local function link(name, x, z, angle)
  return scene:body { name = name, mass = 1, inertia = { 1, 1, 1 }, position = { x, 0, z }, orientation = tw.euler(0, -angle, 0) }
end
local names = { "crank", "coupler", "rocker", "base", "along", "across", "start" }
local unknown = { crank = 0.9, coupler = 3.2, rocker = 2.7, base = 2.9, along = 1.9, across = 1.0, start = 0.2 }

-- each link has its origin at its first pin and lies along its x axis
local crank, coupler, rocker = link("crank", 0, 0, 0.2), link("coupler", 0.9, 0, 0.6), link("rocker", 2.9, 0, 1.2)
local function pin(a, at_a, b, at_b)
  return scene:hinge { a = a, b = b, at_a = at_a, at_b = at_b, axis_a = y, axis_b = y }
end
local drive = pin(crank, { 0, 0, 0 }, nil, { 0, 0, 0 })
local crank_pin = pin(coupler, { 0, 0, 0 }, crank, { 0.9, 0, 0 })
local pivot = pin(rocker, { 0, 0, 0 }, nil, { 2.9, 0, 0 })
local join = pin(coupler, { 3.2, 0, 0 }, rocker, { 2.7, 0, 0 })
local turn = 2 * math.pi / scene.duration
local motor = scene:motor { joint = drive, angle = function(t) return unknown.start + turn * t end }
local function put()
  local u, start = unknown, unknown.start
  crank_pin.at_b, pivot.at_b = { u.crank, 0, 0 }, { u.base, 0, 0 }
  join.at_a, join.at_b = { u.coupler, 0, 0 }, { u.rocker, 0, 0 }
  motor.angle = function(t) return start + turn * t end
end
local function draws() return coupler.position + coupler.orientation * tw.vec3(unknown.along, 0, unknown.across) end

-- the curve of another four-bar by its closed form: the crank at angle a
local other = { crank = 1, coupler = 3, rocker = 2.5, base = 3, along = 1.6, across = 1.2, start = 0.3 }
local function curve(u, a)
  local px, pz = u.crank * math.cos(a), u.crank * math.sin(a)
  local dx, dz = u.base - px, -pz
  local d = math.sqrt(dx * dx + dz * dz)
  local s = (d * d + u.coupler ^ 2 - u.rocker ^ 2) / (2 * d)
  local h = math.sqrt(u.coupler ^ 2 - s * s)
  local cx, cz = (s * dx - h * dz) / d / u.coupler, (s * dz + h * dx) / d / u.coupler -- along the coupler
  return tw.vec3(px + u.along * cx - u.across * cz, 0, pz + u.along * cz + u.across * cx)
end

local vary, goals = {}, {}
for i, name in ipairs(names) do
  local x = unknown[name]
  vary[i] = { name, start = x, from = x - 0.6, to = x + 0.6, set = function(v)
    unknown[name] = v
    put()
  end }
end
local points = {}
for i = 1, 9 do
  local t = scene.duration * (i - 1) / 9
  points[i] = curve(other, other.start + turn * t)
  goals[i] = { "through point " .. i, at = t, value = draws, equals = points[i], scale = 1, within = 1e-6 }
end
local found = scene:solve { vary = vary, so_that = goals, assemble = true, tries = 3, steps = 60 }
found.apply()
scene:assemble()

local tip = coupler:point { unknown.along, 0, unknown.across }
scene:line { from = { crank.center, coupler.center }, radius = 0.05, color = "#7a8a99" }
scene:line { from = { coupler.center, coupler:point { unknown.coupler, 0, 0 }, tip, coupler.center }, radius = 0.04, color = "#b5523b" }
scene:line { from = { coupler:point { unknown.coupler, 0, 0 }, rocker.center }, radius = 0.05, color = "#3b6ea5" }
scene:trail { point = tip, radius = 0.02, seconds = 2 }
for _, p in ipairs(points) do scene:sphere { radius = 0.07, position = p, fixed = true, color = "#d8a63a" } end
scene.camera = { eye = { 1.5, -13, 1.2 }, target = { 1.5, 0, 1.2 }, fov = tw.deg(36) }
scene:expect { "it was found", value = found.ok, equals = true }
local off = 0
for _, name in ipairs(names) do off = math.max(off, math.abs(unknown[name] - other[name])) end
scene:expect { "the same four-bar", value = off, equals = 0, within = 1e-5 }
scene:expect { "back at the first point", value = draws, equals = points[1], within = 1e-4, at = "end" }
scene:log("%s, lengths off by %.1e", found.why, off)
return scene
