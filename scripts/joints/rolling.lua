-- rolling: a ball, a disk and a ring race down a slope. They begin with a slip, which decays; then the points that touch
-- stand still. What is left free: to roll and to turn about the point that touches; a wheel may also tilt.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "rolling", duration = 4, tau = 0.03, gravity = "earth" }
local slope, g = tw.deg(3), 9.81
local normal, down = tw.vec3(math.sin(slope), 0, math.cos(slope)), tw.vec3(math.cos(slope), 0, -math.sin(slope))
local through, turn = tw.vec3(0, 0, 0.62), tw.axis_angle({ 0, 1, 0 }, slope)
scene:box { size = { 5.6, 2.4, 0.08 }, position = through - normal * 0.04, orientation = turn, fixed = true,
            material = { "oak", roughness = 0.5 } }
for _, x in ipairs { -2.5, 2.5 } do
  for _, y in ipairs { -1, 1 } do
    local top = through + turn * tw.vec3(x, y, -0.06)
    scene:box { size = { 0.12, 0.12, top.z }, position = { top.x, top.y, top.z / 2 }, fixed = true, material = "oak" }
  end
end
local function place(y, height) return through + turn * tw.vec3(-2.4, y, height) end
local flat = turn * tw.axis_angle({ 1, 0, 0 }, tw.deg(90))  -- its axis along -y
local function paint(color)
  return { "plastic", color = stage.colors[color], roughness = 0.35, texture = "checker", texture_scale = 0.25, texture_color = stage.colors.ivory }
end
local ball = scene:sphere { name = "ball", radius = 0.25, position = place(0.75, 0.25), orientation = turn, material = paint "red" }
local disk = scene:disk { name = "disk", radius = 0.3, height = 0.1, position = place(0, 0.3), orientation = flat, material = paint "blue" }
local ring = scene:torus { name = "ring", major_radius = 0.24, minor_radius = 0.07, position = place(-0.75, 0.31),
                           orientation = flat, material = paint "ochre" }
-- I / (m R^2) about the axis, R the rolling radius
local racers = {
  { ball, 2 / 5 },
  { disk, 1 / 2 },
  { ring, (0.24 ^ 2 + 0.75 * 0.07 ^ 2) / 0.31 ^ 2 },
}
for _, r in ipairs(racers) do
  local body, k = r[1], r[2]
  body.velocity = down * 0.5   -- not turning: it slips
  local c = scene:rolling { body = body, through = through, normal = normal }
  stage.decays(scene, body.name, c, { velocity = true })
  -- then a = g sin(slope) / (1 + I / (m R^2))
  local a, v0, x0 = g * math.sin(slope) / (1 + k)
  scene:at(1, function() v0, x0 = body.velocity, body.position end)
  for _, t in ipairs { 1.5, 2.5 } do
    scene:expect { body.name .. " at " .. t, value = function()
      local s = t - 1
      return (body.position - x0 - v0 * s - down * (a * s * s / 2)):length()
    end, equals = 0, within = 2e-6, at = t }
  end
  scene:expect { body.name .. " stays on the slope", value = function() return normal:dot(body.position - through) end,
                 equals = normal:dot(body.position - through), within = 1e-7, at = "end" }
end
stage.conserves(scene, 1, 1e-4)
stage.new(scene, { title = "rolling", eye = { 1.6, -6.6, 3.0 }, target = { 0.05, 0, 0.65 }, fov = 31 })
return scene
