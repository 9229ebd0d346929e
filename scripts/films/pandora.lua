-- Pandora's chain, after figure 26 of Barzel and Barr (1988): links that lie about fly up, hook to one another, to a bar and to
-- the lid of a chest. Torsion springs keep neighbours at right angles; gravity and drag act on all. The bar rises, the chains
-- lift the lid, and what was in the chest leaves it.
local tw = require "tauwerk"
local links = require "_links"
local film, m = require "_film", tw.math
local ease = film.ease

local steel_at, brass_at, close, hook, lift = 1.2, 2.4, 5.6, 7.4, 8.4 -- s
local scene = tw.scene {
  name = "pandora", duration = 16.8, fps = 24, size = { 1920, 1080 }, gravity = "earth", stepper = "timestep", step = 1 / 480, seed = 2 }
scene.look = { "dark", floor = "matte" }
scene.bloom, scene.bounces = 0.25, 0
scene:light { kind = "sky", top = { 0.9, 0.9, 0.95 }, horizon = { 0.4, 0.42, 0.48 }, bottom = { 0.08, 0.08, 0.1 } }
scene:light { kind = "sun", to = { -0.6, -0.8, 1.2 }, irradiance = { 1.9, 1.65, 1.35 }, angular_diameter = 0.16 }
scene:light { kind = "sun", to = { 0.9, 0.7, 0.6 }, irradiance = { 0.5, 0.7, 1.1 }, angular_diameter = 0.05 }

-- the chest: its lid turns on a hinge at the back, and cannot sink into it
local wide, deep, tall, wall = 1.4, 0.8, 0.6, 0.05
local wood, iron = { "oak", color = { 0.20, 0.085, 0.03 } }, { "steel", color = { 0.30, 0.30, 0.32 } }
local function board(x, y, z, sx, sy, sz)
  scene:prop { kind = "box", size = { sx, sy, sz }, position = { x, y, z }, material = wood }
end
board(0, deep / 2, wall / 2, wide, deep, wall)
for side = -1, 1, 2 do
  board(side * (wide - wall) / 2, deep / 2, (tall + wall) / 2, wall, deep - 2 * wall, tall - wall)
  board(0, deep / 2 + side * (deep - wall) / 2, (tall + wall) / 2, wide, wall, tall - wall)
end
local lid = scene:box { name = "lid", size = { wide + 0.06, deep + 0.04, 0.06 }, density = 300, material = wood,
                        position = { 0, deep / 2, tall + 0.03 } }
local hinge = scene:hinge { a = lid, at = { 0, deep, tall + 0.03 }, axis = { -1, 0, 0 } }
scene:limit { joint = hinge, lower = 0 }

-- a bar, and below it two chains of seven links; every other link is brass and opens. The lowest closes about a staple on
-- the lid, the highest about the bar
local size = { length = 0.34, width = 0.2, radius = 0.026 }
local count, apart, r = 7, 0.42, size.radius
local pitch = size.length - 4 * r
local foot, top = tall + 0.16, tall + 0.16 + count * pitch - 2 * r -- m: heights of the staples' wires and of the bar
local function raised(t) return 0.54 * ease(t, lift, lift + 2.8) end
local solid, bar = {}, scene:prop { kind = "capsule", radius = r, material = iron, -- solid: surfaces that links keep clear of
  from = function(t) return { -1.12, 0, top + raised(t) } end, to = function(t) return { 1.12, 0, top + raised(t) } end }
solid[1] = film.to_capsule(function() return bar.from, bar.to end, r)
for side = -1, 1, 2 do
  local x = side * 1.12
  local post = scene:prop { kind = "cylinder", from = { x, 0, 0 }, to = { x, 0, top + 0.68 }, radius = 0.05, material = iron }
  solid[#solid + 1] = film.to_capsule(function() return post.from, post.to end, 0.05)
  scene:prop { kind = "cylinder", from = { x, 0, 0 }, to = { x, 0, 0.06 }, radius = 0.16, material = iron }
end

local all, gap, hooks = {}, {}, {}
for c = 1, 2 do
  local x, chain = (c * 2 - 3) * apart, {}
  local function wire(ax, az, bx, bz) -- of the staple
    local a, b = lid:to_local { x + ax, 0, foot + az }, lid:to_local { x + bx, 0, foot + bz }
    scene:prop { kind = "capsule", on = lid, radius = r, material = iron, from = a, to = b }
    solid[#solid + 1] = film.to_capsule(function() return lid:to_world(a), lid:to_world(b) end, r)
  end
  wire(-0.1, 0, 0.1, 0)
  for side = -0.1, 0.1, 0.2 do wire(side, 0, side, -0.1) end
  for i = 1, count do
    local brass, order = i % 2 == 1, (c - 1) * count + i
    local fields = { name = ("link %d.%d"):format(c, i), length = size.length, width = size.width, radius = r,
      density = 7800, fixed = true, material = brass and "brass" or "steel" }
    local up, shut = brass_at + 0.17 * i, close + 0.14 * i
    gap[order] = brass and function(t) return 0.2 * (ease(t, up + 0.1, up + 0.6) - ease(t, shut, shut + 0.7)) end or nil
    local link = brass and links.opening(scene, fields, gap[order]) or scene:link(fields)
    -- its long axis down; brass in the plane yz, steel across
    local turn = tw.axis_angle({ 0, 1, 0 }, math.pi / 2) * tw.axis_angle({ 1, 0, 0 }, brass and 0 or math.pi / 2)
    local at = tw.vec3(x, 0, top + r - pitch * (i - 0.5))
    link.position = { (c * 2 - 3) * (0.2 + 0.3 * ((i - 1) // 2)), -0.55 - 0.45 * (i % 2), r }
    link.orientation = tw.axis_angle({ 0, 0, 1 }, math.pi / 2 + scene.random:uniform(-0.2, 0.2))
    -- up beside the chain, then in from the side: what is open passes what is there
    local start = brass and up or steel_at + 0.15 * i
    local path = scene:path(function(t)
      return at + tw.vec3((c * 2 - 3) * 0.4, 0, 0) * (1 - ease(t, start + 1.1, start + 1.9))
    end)
    scene:at(start, function()
      link.fixed = false
      local draw = scene:connect(link.center, path, { tau = 0.16 })
      local face = scene:orientation { body = link, to = turn, tau = 0.13 }
      scene:at(hook, function() draw:remove() face:remove() end)
    end)
    chain[i], all[order] = link, link
  end
  -- they hook together, and springs hold each at a right angle to the next
  scene:at(hook, function()
    local function hook_on(a, b) hooks[#hooks + 1] = scene:connect(a, b, { tau = 0.1 }) end
    hook_on(chain[1].end1, scene:path(function(t) return { x, 0, top + r + raised(t) } end))
    for i = 2, count do
      hook_on(chain[i - 1].end2, chain[i].end1)
      scene:torsion_spring { a = chain[i - 1], b = chain[i], rest = "posed", stiffness = 6, damping = 0.3 }
    end
    hook_on(chain[count]:point { pitch / 2 - r, 0, 0 }, lid:point_at { x, 0, foot }) -- the lid may turn in it
    scene:torsion_spring { a = chain[count], b = lid, rest = "posed", stiffness = 6, damping = 0.3 }
  end)
end
scene:drag { rate = 0.6 }

-- what was in the chest: sparks that leave it between the chains, and one light that stays
local function glow(color) return { model = "standard", color = color, emission = tw.vec3(color) * 9, roughness = 1 } end
local sparks, hues = {}, { { 1, 0.12, 0.04 }, { 1, 0.45, 0.05 }, { 0.25, 0.9, 0.15 }, { 0.1, 0.4, 1 }, { 0.6, 0.12, 1 } }
for i = 1, 15 do
  local start, x, away, phase = lift + 1.8 + 0.24 * i, scene.random:uniform(-0.16, 0.16), (i % 5 - 2) * 0.55, 2.4 * i
  sparks[i] = scene:prop {
    kind = "sphere", material = glow(hues[i % 5 + 1]), visible = function(t) return t > lift and t < start + 4.4 end,
    radius = function(t) return 0.04 - 0.039 * ease(t, start + 3.4, start + 4.4) end,
    position = function(t)
      local u = ease(t, start, start + 4.5)
      return { x + away * u * u * u + 0.1 * u * m.sin(phase + 4 * t), deep / 2 - 1.9 * u * u, 0.3 + 2.1 * u }
    end,
  }
end
scene:light { kind = "area", position = { 0, deep / 2, 0.1 }, direction = { 0, 0, 1 }, radius = 0.3,
              radiance = function(t) return tw.vec3(1, 0.58, 0.22) * m.select(t - lift, 26, 0) end } -- shut in, it would only cost time

-- the camera: all of it, near the chains while brass closes and hooks, all of it again
local near, camera = { close - 0.1, lift - 0.2 }, scene.camera
local function all_of_it()
  camera.eye = function(t) return { 2.2 - 1.2 * ease(t, 3, 5), -7.6 + 0.2 * ease(t, 3, 5), 2.6 } end
  camera.target = function(t) return { 0, 0, 1.52 - 0.16 * ease(t, 3, 5) } end
end
all_of_it()
camera.fov = function(t) return tw.deg(33) - tw.deg(4.2) * ease(t, 3, 5) end -- a still camera costs half
scene:at(near[1], function()
  camera.eye, camera.target = { -2.1, -5.2, 1.9 }, { 0, 0, 1.2 }
end)
scene:at(near[2], all_of_it)
film.title(scene, "Pandora's chain", "after Barzel and Barr, 1988")

-- Checks: wires keep clear of one another, of the bar, its posts, the staples, the lid and the front of the chest.
solid[#solid + 1] = film.to_box(function(x, y, z) return lid:to_local { x, y, z } end, lid.size)
solid[#solid + 1] = film.to_box(function(x, y, z) return tw.vec3(x, y - deep / 2, z - tall / 2) end, { wide, deep, tall })
film.never_above(scene, "no link passes through anything", function() return -links.air(all, gap, scene.time, solid) end, 2e-3)
film.never_above(scene, "what hooked stays hooked", function()
  return scene.time > hook + 1 and film.worst(hooks) or 0
end, 1e-4)
scene:expect { "the chest opens", value = function() return hinge.angle > tw.deg(40) end, at = "end" }
film.stays_in_picture(scene, function()
  local list, t = {}, scene.time
  if t > near[1] - 0.02 and t < near[2] + 0.02 then return list end
  local function seen(at, radius) list[#list + 1] = at list[#list + 1] = radius end
  for side = -1.12, 1.12, 2.24 do seen(tw.vec3(side, 0, top + 0.68), 0.05) seen(tw.vec3(side, 0, 0), 0.16) end -- the posts
  for i, link in ipairs(all) do seen(link.position, (size.length + (gap[i] and gap[i](scene.time) or 0)) / 2) end
  film.corners(list, function(p) return lid:to_world(p) end, lid.size)
  film.corners(list, function(p) return p + tw.vec3(0, deep / 2, tall / 2) end, { wide, deep, tall })
  for _, p in ipairs(sparks) do if p.visible then seen(p.position, p.radius) end end
  return list
end)
return scene
