-- A chain between two towers, after figures 19 to 21 of Barzel and Barr (1988): links that lie about rise, each drawn to its
-- place by a constraint. The brass ones come open, as no wire can pass through another, and close around the steel ones.
-- Then every constraint is removed: contacts alone hold the chain. A gust sets it swinging.
local tw = require "tauwerk"
local links, film = require "_links", require "_film"
local ease = film.ease

local gust = tw.param("gust", 5, { min = 0, max = 9, doc = "m/s^2; 0: the chain only hangs, for 20 s" })
local rise, join, close, let_go, blow = 1.4, 2.9, 5.5, 8.2, 10.6 -- s
local scene = tw.scene {
  name = "towers", duration = gust > 0 and 15 or let_go + 20.5, fps = 24, size = { 1920, 1080 }, gravity = "earth",
  stepper = "timestep", step = 1 / 480, seed = 3 }
scene.look = "daylight"
scene:ground { friction = 0.6 }

-- the chain as it shall hang; its first and last link are fixed in the towers
local count, span, top = 23, 5.4, 3.5
local size = { length = 0.44, width = 0.25, radius = 0.036 }
local goal = links.hanging(size, count, span)
local chain, gap = {}, {}
for i, place in ipairs(goal) do
  place.at = place.at + tw.vec3(0, 0, top)
  local steel = i % 2 == 1
  local fields = {
    name = "link" .. i, length = size.length, width = size.width, radius = size.radius, density = 7800, friction = 0.3,
    collide = true, fixed = i == 1 or i == count, material = steel and "steel" or "brass",
    position = place.at, orientation = place.turn }
  local up, shut = join + 0.08 * i / 2, close + 0.15 * i / 2
  if not steel then -- it opens as it rises, and closes in its turn
    gap[i] = function(t) return 0.26 * (ease(t, up, up + 0.5) - ease(t, shut, shut + 0.8)) end
  end
  chain[i] = steel and scene:link(fields) or links.opening(scene, fields, gap[i])
end

-- what is open touches neither of its neighbours, until it has closed
local function neighbours(touch) for i = 2, count do scene:collide(chain[i - 1], chain[i], touch) end end
neighbours(false)

-- scattered on the ground, none on another
local lying = {}
for i = 2, count - 1 do
  local place, clear
  repeat
    place = tw.vec3(goal[i].at.x * 0.72 + scene.random:uniform(-0.3, 0.3), scene.random:uniform(-0.9, 0.8), size.radius)
    clear = true
    for _, other in pairs(lying) do clear = clear and (other - place):length() > size.length + 0.02 end
  until clear
  lying[i] = place
  chain[i].position = place
  chain[i].orientation = tw.axis_angle({ 0, 0, 1 }, scene.random:uniform(-1.2, 1.2))
end

-- each is drawn to its place and turned as it shall hang: first the steel ones, then the brass ones
local held = {}
for i = 2, count - 1 do
  local link, place = chain[i], goal[i]
  scene:at((i % 2 == 1 and rise or join) + 0.08 * i / 2, function()
    held[#held + 1] = scene:connect(link.center, scene:nail { place.at.x, place.at.y, place.at.z }, { tau = 0.27 })
    held[#held + 1] = scene:orientation { body = link, to = place.turn, tau = 0.16 }
  end)
end
local released = {}
scene:at(let_go, function()
  for _, c in ipairs(held) do c:remove() end
  neighbours(true)
  for i, link in ipairs(chain) do released[i] = link.position end
end)

-- a gust: a push along y, all at once, that swells and dies down
local wind = function(t) return gust * (ease(t, blow, blow + 0.6) - ease(t, blow + 0.8, blow + 1.5)) end
for i = 2, count - 1 do
  local mass = chain[i].mass
  scene:force { at = chain[i].center, value = function(t) return { 0, mass * wind(t), 0 } end }
end
scene:drag { rate = 0.15 }

-- the towers: four legs, braced, and a red head
local function bar(from, to, radius)
  scene:prop { kind = "capsule", from = from, to = to, radius = radius, material = { "chalk", color = { 0.09, 0.095, 0.11 } } }
end
local tower = span / 2 + 0.25
for side = -1, 1, 2 do
  local head, storeys = top - 0.12, 4
  local function leg(k, level)
    local wide = 0.44 - 0.28 * level / storeys
    return tw.vec3(side * tower + (k // 2 % 2 * 2 - 1) * wide, ((k + 1) // 2 % 2 * 2 - 1) * wide, head * level / storeys)
  end
  for k = 0, 3 do
    bar(leg(k, 0), leg(k, storeys), 0.035)
    for level = 1, storeys do
      bar(leg(k, level), leg(k + 1, level), 0.018)
      bar(leg(k + level % 2, level - 1), leg(k + 1 - level % 2, level), 0.014)
    end
  end
  local red = { "plastic", color = { 0.50, 0.045, 0.03 } }
  scene:prop { kind = "box", size = { 0.56, 0.5, 0.3 }, position = { side * tower, 0, top + 0.02 }, material = red }
end

-- camera: from above down to the whole; near the middle while brass closes; the whole again
scene.camera = {
  eye = function(t) return tw.vec3(2.4, -8.7, 5.2) - tw.vec3(1.6, 1.1, 3.2) * ease(t, 0.6, 2.3) end,
  target = { 0, 0, 1.75 }, fov = function(t) return tw.deg(30.2) - tw.deg(2.2) * ease(t, 0.6, 2.3) end, shutter = 0.5,
}
scene:at(close - 0.1, function()
  local a = goal[count // 2 + 1].at
  scene.camera.eye = { a.x + 0.4, -3.8, a.z + 1.5 }
  scene.camera.target = a
end)
scene:at(let_go - 0.4, function()
  scene.camera.eye = { -4.1, -9.1, 2.2 }
  scene.camera.target = { 0, 0, 1.75 }
end)
film.title(scene, "A chain between two towers", "after Barzel and Barr, 1988")
scene:text { "brass closes around steel", at = "bottom", from = close + 0.5, to = let_go - 0.5, fade = 0.3, size = 0.045 }
scene:text { "no constraint is left: links hold links", at = "bottom", from = let_go + 0.3, to = blow + 0.5, fade = 0.4, size = 0.045 }

-- checks
local moved, apart, deep, air = 0, 0, 0, math.huge
scene:every(1 / scene.fps, function(_, t)
  air = math.min(air, links.air(chain, gap, t))
  for i = 2, count - 1 do -- to the inner legs
    local at, axis = chain[i].position, chain[i].orientation * tw.vec3(1, 0, 0)
    air = math.min(air, tower - 0.44 + 0.28 * at.z / (top - 0.12) - math.abs(at.x) - math.abs(axis.x) * size.length / 2)
  end
end, { to = let_go })
scene:every(1 / 30, function()
  for i = 2, count do
    moved = math.max(moved, (chain[i].position - released[i]):length())
    apart = math.max(apart, (chain[i].position - chain[i - 1].position):length() - chain[i].pitch)
  end
  deep = math.max(deep, scene:stats().depth)
end, { from = let_go + 1 / 60 })
scene:expect { "no constraint is left", value = function() return #scene.constraints end, equals = 0, at = let_go + 0.5 }
scene:expect { "no link leaves the next", value = function() return apart end, equals = 0, within = 1e-3, at = "end" }
scene:expect { "no link passes through a wire or a tower", value = function() return air > -1e-3 end, at = let_go }
scene:expect { "no wire enters another", value = function() return deep end, equals = 0, within = 1e-3, at = "end" }
if gust == 0 then scene:expect { "it hangs for 20 s", value = function() return moved end, equals = 0, within = 1e-3, at = "end" }
else scene:expect { "it swings", value = function() return moved > 0.5 end, at = "end" } end
film.stays_in_picture(scene, function()
  local list, near = {}, scene.time > close - 0.12 and scene.time < let_go - 0.38
  for side = near and 2 or -1, 1, 2 do -- feet and heads of the towers
    film.corners(list, function(p) return p + tw.vec3(side * tower, 0, 0) end, { 0.95, 0.95, 0 })
    film.corners(list, function(p) return p + tw.vec3(side * tower, 0, top + 0.02) end, { 0.56, 0.5, 0.3 })
  end
  for i, b in ipairs(near and {} or chain) do list[2 * i + 31], list[2 * i + 32] = b.position, size.length / 2 + 0.13 end
  return list
end)
return scene
