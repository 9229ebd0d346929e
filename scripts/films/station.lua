-- Figures 22 and 23: a space station assembles itself. Modules and panels fly to their ports; each is pulled by a
-- point-to-point constraint at its thruster block and turned by an orientation constraint, and the block's flame is
-- as long as the force that the constraint asks for, and opposite to it. Then the station begins to turn.
local tw = require "tauwerk"
local film = require "_film"
local ease, m = film.ease, tw.math

local scene = tw.scene { name = "station", duration = 17, fps = 25, size = { 1920, 1080 }, seed = 3 }
scene.look, scene.bounces = { "space", fill = 3 }, 0 -- what light the hulls throw on each other is little

scene.camera = { eye = function(t)
  local far, angle = 14 - 2.5 * ease(t, 8, 12), 0.55 - 0.5 * ease(t, 2, 12)
  return { far * m.sin(angle), -far * m.cos(angle), 5 - 1.2 * ease(t, 2, 12) }
end, target = { 0, 0, 0 }, fov = function(t) return tw.deg(41) - tw.deg(4) * ease(t, 2.6, 6) end }

-- the core: a hub with four collars around it and one at each end; it keeps its place, and turns in the end
local white, foil = { "ceramic", color = { 0.72, 0.72, 0.7 }, roughness = 0.4 }, { "brass", roughness = 0.4 }
local function toward(p) return tw.rotation({ 0, 0, 1 }, p) end
local ports = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 }, { 0, 0, -1 } }
local parts = { { kind = "cylinder", height = 2, radius = 0.6, orientation = toward(ports[1]), material = white } }
for i, p in ipairs(ports) do
  parts[#parts + 1] = { kind = "cylinder", height = 0.24, radius = 0.28, material = foil,
    position = tw.vec3(p) * (i <= 2 and 1.08 or 0.68), orientation = toward(p) }
end
local core = scene:compound { name = "core", parts = parts, density = 60 }
scene:connect(core.center, scene:nail { 0, 0, 0 }, { tau = 0.5 })
local spin = 12.5                                    -- s: from here on the station turns
local function turn(t)
  local u = m.max(0, t - spin)
  return tw.axis_angle({ 1, 0, 0 }, 0.1 * u * u)
end
scene:orientation { body = core, to = turn, tau = 0.5 }

-- A part's axes: z away from the core, its port at the origin; the thruster block stands beside it at `block`. Capsules stand
-- for it in the checks, and within(p) tells how deep (m) a point of its axes is in its hull.
local list, capsules = {}, { { body = core, from = { -0.4, 0, 0 }, to = { 0.4, 0, 0 }, radius = 0.6 } }
local function fly(i, name, solids, block, far, wrong, start, tau, hull, within)
  local p, home = tw.vec3(ports[i]), toward(ports[i])
  solids[#solids + 1] = { kind = "box", size = { 0.16, 0.16, 0.2 }, position = block, material = foil }
  solids[#solids + 1] = { kind = "rod", from = { 0, 0, block.z }, to = block, radius = 0.03, material = "steel" }
  solids[#solids + 1] = { kind = "cylinder", height = 0.24, radius = 0.22, position = { 0, 0, 0.12 }, material = "steel" }
  local body = scene:compound { name = name, parts = solids, density = 60 }
  local dock = p * (i <= 2 and 1.2 or 0.8)
  body:place { point = body:point(body:authored { 0, 0, 0 }), at = dock + p * far, orientation = home * wrong }
  local pull = scene:connect(body:point(body:authored(block)), core:point(dock + home * block),
    { name = name .. "'s block", tau = tau, enabled = false })
  local turned = scene:orientation { body = body, to = core, offset = home, tau = 0.7 * tau, enabled = false }
  scene:at(start, function() pull:enable() turned:enable() end)
  scene:plume { of = pull, metres_per_newton = 1 / body.mass, max_length = 1.3, radius = 0.1 }
  list[#list + 1] = { body = body, pull = pull, turned = turned, block = block, within = within }
  hull[#hull + 1] = { from = block - tw.vec3(0, 0, 0.1), to = block + tw.vec3(0, 0, 0.1), radius = 0.115 }
  hull[#hull + 1] = { from = { 0, 0, block.z }, to = block, radius = 0.03 }
  for _, c in ipairs(hull) do
    c.body = body
    capsules[#capsules + 1] = c
  end
end
local function module(i, name, color, far, wrong, start)
  fly(i, name, { { kind = "capsule", length = 0.9, radius = 0.42, position = { 0, 0, 1.1 }, material = white },
    { kind = "cylinder", height = 0.16, radius = 0.43, position = { 0, 0, 1.1 }, material = { "plastic", color = color } } },
    toward(ports[i]):inverse() * tw.vec3(0.86, 0, 0) + tw.vec3(0, 0, 1.1), far, wrong, start, 0.9,
    { { from = { 0, 0, 0.65 }, to = { 0, 0, 1.55 }, radius = 0.43 } },
    function(p) return 0.42 - (p - tw.vec3(0, 0, math.max(0.65, math.min(1.55, p.z)))):length() end)
end
local function panel(i, name, far, wrong, start)
  fly(i, name, { { kind = "rod", from = { 0, 0, 0.2 }, to = { 0, 0, 0.65 }, radius = 0.07, material = "steel" },
    { kind = "box", size = { 0.04, 1.5, 2.8 }, position = { 0, 0, 2.05 }, material = { "plastic", color = { 0.02, 0.06, 0.24 }, roughness = 0.6,
      texture = "grid", texture_scale = 0.35, texture_width = 0.02, texture_color = { 0.35, 0.42, 0.6 } } } },
    tw.vec3(0.42, 0, 0.4), far, wrong, start, 0.8, film.slab(tw.vec3(0, 0, 0.66), tw.vec3(0, 0, 3.44), tw.vec3(0, 1.48, 0), 0.02, 15),
    function(p) return math.abs(p.y) < 0.75 and p.z > 0.65 and 0.02 - math.abs(p.x) or -1 end)
end
local red, blue = { 0.6, 0.07, 0.03 }, { 0.05, 0.2, 0.5 }
module(4, "front", red, 3.2, tw.axis_angle({ 0.3, 0.2, 1 }, 0.8), 0.8)
module(5, "top", blue, 1.4, tw.axis_angle({ 0.2, -0.3, 1 }, -0.9), 2)
module(3, "back", blue, 4.5, tw.axis_angle({ -0.3, 0.2, 1 }, 1.1), 3.2)
module(6, "bottom", red, 1.4, tw.axis_angle({ 0.2, 0.25, 1 }, 0.7), 4.4)
panel(1, "right", 2.2, tw.axis_angle({ 0.08, 0.08, 1 }, 0.7), 5.6)
panel(2, "left", 2.2, tw.axis_angle({ -0.08, 0.08, 1 }, -0.7), 6.4)

film.title(scene, "A space station")
local function tell(from, to, text) scene:text { text, at = "bottom", from = from, to = to, fade = 0.3, size = 0.042 } end
tell(-1, 3.8, "Modules fly to their ports: constraints ask for the thrust, flames show it")
tell(4.2, 11.5, "At first each block pushes, then it brakes, by (1 + t/τ) e^(−t/τ)")
tell(12.5, 17, "The station begins to turn: the blocks push along, and inward")

-- Checks: all is docked when it begins to turn, and stays; nothing passes through anything, nor leaves the picture.
local function worst(what)
  return function()
    local most = 0
    for _, l in ipairs(list) do most = math.max(most, l[what].deviation:length()) end
    return most
  end
end
local function expect(label, f, within, at) scene:expect { label, value = f, equals = 0, within = within, at = at } end
expect("all is docked before it turns", worst "pull", 0.01, spin)
expect("the blocks hold", worst "pull", 0.01, "end")
expect("the orientations hold", worst "turned", 0.02, "end")

film.keep_clear(scene, "nothing passes through anything", { capsules })
local function flame()                               -- how deep the middle of a flame comes into its own hull
  local most = -1
  for _, l in ipairs(list) do
    local f, at = l.pull.force / l.body.mass, l.body:to_world(l.body:authored(l.block))
    local long = math.min(1.3, f:length())
    for u = 1, long > 0.05 and 8 or 0 do
      local p = l.body:to_local(at - f:normalized() * (long * u / 8)) - l.body:authored { 0, 0, 0 }
      most = math.max(most, l.within(p))
    end
  end
  return most
end
film.never_above(scene, "no flame burns its hull", flame, 0)
film.stays_in_picture(scene, function() return film.outlines(capsules) end)
return scene
