-- A straight line from a crank, found from lengths that draw none. Hoecken's linkage, with the crank as unit, has a base of 2, a coupler and a
-- rocker of 2.5, and draws with a point 5 from the crank's pin; it is straight to a few thousandths for half a turn.
-- Here coupler, rocker, base and that point are searched for the straightest line for 150 degrees.
local tw = require "tauwerk"

local scene = tw.scene { name = "straight_line", duration = 2, fps = 30, size = { 1280, 720 }, tau = 0.02 }
local function link(name, x, z)
  return scene:body { name = name, mass = 1, inertia = { 1, 1, 1 }, position = { x, 0, z } }
end
local lengths = { coupler = 2.4, rocker = 2.6, base = 2.1, reach = 4.7 }
local crank, coupler, rocker = link("crank", 0, 0), link("coupler", -1, 0), link("rocker", 2, 0)
coupler.orientation, rocker.orientation = tw.euler(0, -0.9, 0), tw.euler(0, -2, 0)

-- each link has its origin at its first pin and lies along its x axis
local y = { 0, 1, 0 }
local function pin(a, at_a, b, at_b)
  return scene:hinge { a = a, b = b, at_a = at_a, at_b = at_b, axis_a = y, axis_b = y }
end
local drive = pin(crank, { 0, 0, 0 }, nil, { 0, 0, 0 })
pin(coupler, { 0, 0, 0 }, crank, { 1, 0, 0 })
local pivot = pin(rocker, { 0, 0, 0 }, nil, { 2, 0, 0 })
local join = pin(coupler, { 2.5, 0, 0 }, rocker, { 2.5, 0, 0 })
local from, turn = math.pi - tw.deg(75), tw.deg(150)
scene:motor { joint = drive, angle = function(t) return from + turn / 2 * t end }

local function put()
  pivot.at_b = { lengths.base, 0, 0 }
  join.at_a, join.at_b = { lengths.coupler, 0, 0 }, { lengths.rocker, 0, 0 }
end
local vary = {}
for i, name in ipairs { "coupler", "rocker", "base", "reach" } do
  vary[i] = { name, start = lengths[name], from = 0.7 * lengths[name], to = 1.4 * lengths[name], set = function(x)
    lengths[name] = x
    put()
  end }
end
local function draws() return coupler.position + coupler.orientation * tw.vec3(lengths.reach, 0, 0) end

-- the height of the line is free: it is searched, too
local height = 4
vary[5] = { "height", start = 4, from = 1, to = 8, set = function(x) height = x end }
local goals, pieces = {}, 24
for i = 0, pieces do
  local t = scene.duration * i / pieces
  goals[i + 1] = { string.format("on the line at %.3f s", t), at = t, scale = 1, within = 1e-3,
                   value = function() return draws().z - height end, equals = 0 }
end
local found = scene:solve { vary = vary, so_that = goals, assemble = true, tries = 4, steps = 60 }
found.apply()

-- the textbook's linkage in closed form: how far its curve leaves the middle of its heights
local function textbook(angle)
  local px, pz = math.cos(angle), math.sin(angle)
  local dx, dz = 2 - px, -pz
  local d = math.sqrt(dx * dx + dz * dz)
  local h = math.sqrt(2.5 ^ 2 - d * d / 4) -- the rocker is as long as the coupler
  return pz + 2 * (dz / 2 + h * dx / d)    -- the point is twice as far as the rocker's pin
end
local low, high = math.huge, -math.huge
for i = 0, pieces do
  local z = textbook(from + turn * i / pieces)
  low, high = math.min(low, z), math.max(high, z)
end
local most = 0
for _, left in pairs(found.left) do most = math.max(most, left) end

local tip = coupler:point { lengths.reach, 0, 0 }
scene:line { from = { crank.center, coupler.center, tip }, radius = 0.05, color = "#b5523b" }
scene:line { from = { coupler:point { lengths.coupler, 0, 0 }, rocker.center }, radius = 0.05, color = "#3b6ea5" }
scene:trail { point = tip, radius = 0.02, seconds = 2 }
scene.camera = { eye = { 1.2, -16, 2.6 }, target = { 1.2, 0, 2.6 }, fov = tw.deg(36) }
scene:expect { "it was found", value = found.ok, equals = true }
scene:expect { "straighter than the textbook's", value = most < (high - low) / 2, equals = true }
scene:expect { "coupler and rocker alike", value = lengths.coupler - lengths.rocker, equals = 0, within = 0.02 }
scene:expect { "on the line", value = function() return draws().z - height end, equals = 0, within = 1e-3, at = "end" }
scene:log("most %.3g, textbook's %.3g", most, (high - low) / 2)
return scene
