-- Three balls are dropped, one above the other: the ground throws up the largest, it the next one, and that the smallest,
-- which leaves fastest and rises several times as high as it fell.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "three_balls_dropped", duration = 2.2, fps = 60, gravity = "earth" }
stage.new(scene, { eye = { 1.2, -12, 2.0 }, target = { 0, 0, 2.45 }, fov = 26 })
local g = scene.gravity:length()

local radius, mass, color = { 0.3, 0.2, 0.12 }, { 9, 3, 1 }, { "blue", "ochre", "red" }
local h, gap = 0.3, 0.002
local falling, height = {}, h
for i = 1, 3 do
  falling[i] = scene:sphere { name = "ball" .. i, radius = radius[i], mass = mass[i], position = { 0, 0, height + radius[i] },
                              collide = true, restitution = 1, friction = 0.5, material = stage.paint(color[i]) }
  height = height + 2 * radius[i] + gap
end

local E = scene:energy().total
stage.near(scene, "energy", function() return scene:energy().total / E end, 1, 1e-9)

-- they meet one after the other; speeds after hits of two at a time, as all begin with sqrt(2 g h), and 2 g gap more
-- for each; nothing else happens in so short a time
local function elastic(m1, v1, m2, v2)
  local v = (m1 * v1 + m2 * v2) / (m1 + m2)
  return 2 * v - v1, 2 * v - v2
end
local z, v, time = {}, {}, math.sqrt(2 * h / g)
for i = 1, 3 do z[i], v[i] = falling[i].position.z - h, -math.sqrt(2 * g * h) end
-- ball 1 up, then ball 1 and 2, then 2 and 3, by free flights between
local function fly(dt)
  for i = 1, 3 do z[i], v[i] = z[i] + v[i] * dt - g * dt * dt / 2, v[i] - g * dt end
  time = time + dt
end
v[1] = -v[1]
for i = 1, 2 do
  fly((z[i + 1] - z[i] - radius[i] - radius[i + 1]) / (v[i] - v[i + 1]))
  v[i], v[i + 1] = elastic(mass[i], v[i], mass[i + 1], v[i + 1])
end
for i = 2, 3 do
  local at = time + v[i] / g
  stage.near(scene, ("ball %d is thrown as high as it should be"):format(i), function() return falling[i].position.z end,
             z[i] + v[i] ^ 2 / (2 * g), 1e-6, at)
end
return scene
