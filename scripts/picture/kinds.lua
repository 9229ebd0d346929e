-- The kinds of things that are only in the picture, side by side: each shows what moves, and none moves anything.
-- `--set show=coil` builds one of them alone.
local tw = require "tauwerk"
local m = tw.math

local show = tw.param("show", "all")
local scene = tw.scene { name = show == "all" and "marks" or show, duration = 3, fps = 30, size = { 640, 360 }, gravity = "earth" }
local tau = tw.deg(360)
local places = {}
local letters = show == "all" and 0.035 or 0.09

-- where a kind is built, the middle of it; nil: it is not wanted
local function at(name, column, row)
  if show ~= "all" and show ~= name then return end
  local p = tw.vec3(2.6 * column, 0, -2.3 * row)
  places[#places + 1] = p
  if show == "all" then scene:text { name, at = p + tw.vec3(0, 0, -1.15), anchor = "top", size = 0.035 } end
  return p
end

-- a pendulum whose pivot is at p, with its end 0.9 m below
local function pendulum(p, angle)
  local rod = scene:rod { length = 0.9, radius = 0.035, material = "brass",
                          position = p + 0.45 * tw.vec3(math.sin(angle), 0, -math.cos(angle)),
                          orientation = tw.axis_angle({ 0, 1, 0 }, -angle) }
  return rod, scene:connect(rod.end2, scene:nail(p))
end

-- a block to and fro on a spring, x = 0.35 cos 5 t about p
local function block(p)
  local b = scene:box { size = { 0.35, 0.35, 0.35 }, mass = 2, position = p + tw.vec3(0.35, 0, 0), material = "oak" }
  scene:force { at = b.center, value = { 0, 0, 2 * 9.81 } }
  scene:spring { a = b.center, b = scene:nail(p + tw.vec3(-1.2, 0, 0)), stiffness = 50, rest = 1.2 }
  return b
end

local p = at("line", 0, 0)
if p then
  local rod = pendulum(p + tw.vec3(0.3, 0, 0.5), 1)
  scene:line { from = p + tw.vec3(-0.9, 0, 0.5), to = rod.end1, radius = 0.012, dashed = true, color = "tomato" }
end
p = at("coil", 1, 0)
if p then
  scene:coil { from = p + tw.vec3(-1.2, 0, 0), to = block(p), turns = 9, radius = 0.13 }
  scene:prop { kind = "box", size = { 0.06, 0.6, 0.9 }, position = p + tw.vec3(-1.23, 0, 0), material = "stone" }
end
p = at("arc", 2, 0)
if p then
  local rod, pivot = pendulum(p + tw.vec3(0, 0, 0.5), 0.9)
  scene:arc { at = rod.end2, from = { 0, 0, -1 }, to = rod.end1, radius = 0.5, text = "θ = %.0f°", size = letters }
  scene:expect { "the rod hangs on", value = function() return #pivot.deviation end, equals = 3 }
end
p = at("ruler", 3, 0)
if p then scene:ruler { from = p + tw.vec3(-1.1, 0, 0.3), to = block(p):corner(5), size = letters } end

p = at("arrow", 0, 1)
if p then
  local rod, pivot = pendulum(p + tw.vec3(0, 0, 0.2), 1.2)
  scene:arrow { at = rod.end2, value = function() return pivot.force end, scale = 1 / 60, radius = 0.03, color = "tomato" }
end
p = at("plume", 1, 1)
if p then
  local box = scene:box { size = { 0.4, 0.4, 0.4 }, position = p + tw.vec3(-0.3, 0, 0), material = "oak" }
  local held = scene:connect(box.center, scene:path(function(t) return { p.x - 0.3 * m.cos(3 * t), 0, p.z + 0.2 * m.sin(3 * t) } end))
  scene:orientation { body = box, to = tw.quat(1, 0, 0, 0) }
  scene:plume { of = held, metres_per_newton = 1 / 800, max_length = 1, radius = 0.14 }
end
p = at("trail", 2, 1)
if p then
  local rod = pendulum(p + tw.vec3(0, 0, 0.4), 1.4)
  scene:trail { point = rod.end1, seconds = 0.5, radius = 0.03, taper = 1, color = "steelblue" }
end
p = at("strobe", 3, 1)
if p then
  local ball = scene:sphere { radius = 0.12, position = p + tw.vec3(-0.6, 0, -0.6), velocity = { 1.3, 0, 4.6 }, color = "tomato" }
  scene:strobe { of = ball, every = 0.08, fade = 1 }
  scene:at(0.95, function() ball.fixed = true end)
end

p = at("prop", 0, 2)
if p then
  scene:prop { kind = "torus", position = p, material = "copper", minor_radius = 0.05,
               major_radius = function(t) return 0.5 + 0.1 * m.sin(4 * t) end,
               orientation = function(t) return tw.axis_angle({ 0, 0, 1 }, t) * tw.axis_angle({ 1, 0, 0 }, tau / 4) end }
  scene:prop { kind = "sphere", radius = 0.15, position = function(t) return { p.x + 0.5 * m.sin(2 * t), 0, p.z } end, material = "gold" }
end
p = at("text", 1, 2)
if p then
  local ball = scene:sphere { radius = 0.2, position = p + tw.vec3(0, 0, -0.5), velocity = { 0, 0, 3.5 }, color = "gold" }
  scene:text { function() return ("%.1f m/s"):format(ball.velocity.z) end, at = ball.center, anchor = "bottom", size = letters }
  scene:at(0.75, function() ball.fixed = true end)
end
p = at("graph", 2.5, 2)
if p then
  local b = block(p + tw.vec3(show == "all" and 1.4 or 0.9, 0, 0))
  local x0 = b.position.x - 0.35
  scene:graph { of = function() return b.position.x - x0 end, closed_form = function(t) return 0.35 * m.cos(5 * t) end,
                at = show == "all" and { 0.47, 0.7 } or { 0.04, 0.12 }, size = show == "all" and { 0.25, 0.24 } or { 0.5, 0.7 }, title = "x (m)" }
  scene:expect { "the graph's closed form", value = function() return b.position.x - x0 - 0.35 * math.cos(5 * scene.time) end,
                 equals = 0, within = 1e-6, at = 2 }
end

assert(#places > 0, "show: expected the name of a kind, got " .. show)
local one = #places == 1
local target = one and places[1] or tw.vec3(3.9, 0, -2.4)
scene.camera = { eye = target + tw.vec3(0, one and -7 or -20, one and 0.4 or 1.5), target = target, fov = tw.deg(one and 17 or 22) }
return scene
