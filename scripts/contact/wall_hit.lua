-- An iron ball is thrown at a wall of 200 bricks.
-- as a test: --set rows=8 --set columns=6
local tw = require "tauwerk"
local stage = require "_stage"
local wall = require "_wall"

local rows = tw.param("rows", 19, { min = 4, doc = "of bricks" })
local columns = tw.param("columns", 10, { min = 2, doc = "bricks in a row" })
local scene = tw.scene { name = "wall_hit", duration = 4, fps = 60, gravity = "earth" }
stage.new(scene, { look = "daylight", eye = { 7.6, -9.2, 3.4 }, target = { 0, 0.9, 1.5 }, fov = 33, friction = 0.6 })

local bricks = wall.build(scene, { rows = rows, columns = columns })
local height = rows * wall.size.z
local ball = scene:sphere { name = "ball", radius = 0.3, density = 7200, collide = true, friction = 0.4, restitution = 0.1,
                            position = { 0.3, -6, 0.45 * height }, material = "steel" }
-- so that it comes down where it began
local way, speed = 5.6, 14
ball.velocity = { 0, speed, scene.gravity:length() * way / speed / 2 }

local E = stage.keeps_energy(scene, 1 / 60)

local function lowest()
  local z = math.huge
  for _, b in ipairs(bricks) do
    for i = 1, 8 do z = math.min(z, b:corner(i).position.z) end
  end
  return z
end
local depth = stage.most(scene, function() return -lowest() end, 0, 0.1)
stage.near(scene, "no brick sinks in", depth, 0, 5e-3)
stage.near(scene, "the wall is broken", function()
  local moved = 0
  for _, b in ipairs(bricks) do
    if math.abs(b.position.y) > 0.2 then moved = moved + 1 end
  end
  return moved > #bricks / 8 and 1 or 0
end, 1, 0)
stage.near(scene, "the bricks come to rest", function()
  local sum = 0
  for _, b in ipairs(bricks) do sum = sum + b.energy.kinetic end
  return sum / E
end, 0, 0.02)
return scene
