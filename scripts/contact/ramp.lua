-- Down a ramp side by side: a block that slides, a ball that rolls, and a block that sticks.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "ramp", duration = 4, fps = 60, gravity = "earth" }
stage.new(scene, { eye = { 8.6, -8.2, 4.4 }, target = { 0.6, 0.1, 0.95 }, fov = 27, friction = 0.6 })
local g, slope, length = scene.gravity:length(), tw.deg(25), 5

-- the ramp's upper end is at s = 0; s counts down the slope
local turn = tw.axis_angle({ 0, 1, 0 }, slope)
local top = tw.vec3(-2.6, 0, length * math.sin(slope))
local function place(s, y, above) return top + turn * tw.vec3(s, y, above) end
scene:box { name = "ramp", size = { length, 2.7, 0.12 }, position = place(length / 2, 0, -0.06), orientation = turn,
            fixed = true, collide = true, friction = 1, material = "oak" }
for _, x in ipairs { 0.4, 2.2 } do
  local z = place(x, 0, 0).z - 0.14
  scene:box { size = { 0.12, 2.4, z }, position = { place(x, 0, 0).x, 0, z / 2 }, fixed = true, material = "oak" }
end

-- friction of a pair is the root of both: the ramp has 1
local function on_ramp(kind, y, mu, fields)
  fields.position, fields.orientation = place(0.5, y, fields.above), turn
  fields.above, fields.collide, fields.friction = nil, true, mu * mu
  return scene[kind](scene, fields)
end
local size = { 0.42, 0.34, 0.26 }
local slides = on_ramp("box", -0.8, 0.2, { name = "slides", above = 0.13, size = size, material = stage.paint "red" })
local rolls = on_ramp("sphere", 0, 0.4, { name = "rolls", above = 0.2, radius = 0.2,
  material = { "plastic", color = stage.colors.blue, texture = "stripes", texture_scale = 0.1, roughness = 0.35 } })
local sticks = on_ramp("box", 0.8, math.tan(slope) * 1.005, { name = "sticks", above = 0.13, size = size,
  material = stage.paint "ochre" })

-- the way down the slope since the beginning
local function way(body)
  local from, down = body.position, turn * tw.vec3(1, 0, 0)
  return function() return (body.position - from):dot(down) end
end
local way_slides, way_rolls, way_sticks = way(slides), way(rolls), way(sticks)
for _, t in ipairs { 0.5, 1, 1.4 } do
  local function half(a) return a * t * t / 2 end
  stage.near(scene, "slides by g (sin - mu cos) until " .. t, way_slides,
             half(g * (math.sin(slope) - 0.2 * math.cos(slope))), 3e-3 * t, t)
  stage.near(scene, "rolls by 5/7 g sin until " .. t, way_rolls, half(5 / 7 * g * math.sin(slope)), 3e-3 * t, t)
  stage.near(scene, "slides: speed at " .. t, function() return slides.velocity:length() end,
             g * (math.sin(slope) - 0.2 * math.cos(slope)) * t, 1e-5, t)
  stage.near(scene, "rolls: speed at " .. t, function() return rolls.velocity:length() end,
             5 / 7 * g * math.sin(slope) * t, 1e-5, t)
end
stage.near(scene, "sticks", way_sticks, 0, 1e-5)
return scene
