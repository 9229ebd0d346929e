-- Newton's cradle of five balls that do not quite touch: what comes in at one side leaves at the other, by one impact
-- after the other.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "newtons_cradle", duration = 6, fps = 60, gravity = "earth", rtol = 1e-10 }
stage.new(scene, { look = "dark", eye = { 1.1, -2.6, 0.95 }, target = { 0, 0, 0.47 }, fov = 27 })
local g, radius, length, gap, count = scene.gravity:length(), 0.06, 0.6, 2e-4, 5
local height = 0.85

local start = tw.deg(-40)
local balls, hinges = {}, {}
for i = 1, count do
  local x = (i - 3) * (2 * radius + gap)
  local turn = tw.axis_angle({ 0, 1, 0 }, i == 1 and -start or 0)
  -- a ball on two thin wires that spread to the rails
  local parts = { { kind = "sphere", radius = radius, density = 7800, position = { 0, 0, -length } } }
  for side = -1, 1, 2 do
    parts[#parts + 1] = { kind = "rod", from = { 0, side * 0.2, 0 }, to = { 0, 0, -length }, radius = 0.0025, density = 100 }
  end
  local b = scene:compound { name = "ball" .. i, parts = parts, collide = true, restitution = 1, friction = 0,
                             material = "steel" }
  b.orientation = turn
  b.position = tw.vec3(x, 0, height) + turn * b:authored { 0, 0, 0 } * -1
  hinges[i] = scene:hinge { a = b, b = nil, at = { x, 0, height }, axis = { 0, 1, 0 } }
  balls[i] = b
end
for side = -1, 1, 2 do
  scene:rod { from = { -0.5, side * 0.2, height }, to = { 0.5, side * 0.2, height }, radius = 0.012, fixed = true, material = "brass" }
  for end_ = -1, 1, 2 do
    scene:rod { from = { end_ * 0.5, side * 0.2, 0 }, to = { end_ * 0.5, side * 0.2, height }, radius = 0.012, fixed = true,
                material = "brass" }
    scene:sphere { radius = 0.02, position = { end_ * 0.5, side * 0.2, height }, fixed = true, material = "brass" }
  end
end
scene:box { size = { 1.2, 0.55, 0.03 }, position = { 0, 0, 0.015 }, fixed = true, material = "oak" }

local E = scene:energy().total
stage.near(scene, "energy", function() return (scene:energy().total - E) / (-E) end, 0, 1e-9)
-- until 1.4 s there is one swing of the first ball, then one of the last; the momentum goes from one to the other
local first = scene:record { "first", value = function() return math.abs(hinges[1].speed) end, every = 1e-3 }
local last = scene:record { "last", value = function() return math.abs(hinges[count].speed) end, every = 1e-3 }
stage.near(scene, "the last leaves as the first came", function() return last.max / first.max end, 1, 1e-5, 1.4)
local between = {}
scene:every(0.01, function()
  for i = 2, count - 1 do between[#between + 1] = math.abs(hinges[i].speed) end
end, { to = 1.4 })
stage.near(scene, "those between stay", function() return math.max(table.unpack(between)) / first.max end, 0, 1e-3, 1.4)
return scene
