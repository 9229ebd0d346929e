-- Stacks of three balls that rest: one above the other, each carries what lies on it; and two on the ground that a third,
-- on both of them, does not part, as friction holds them.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "three_balls", duration = 4, fps = 30, gravity = "earth" }
stage.new(scene, { eye = { 0.9, -5.6, 1.5 }, target = { 0.1, 0, 0.6 }, fov = 24, friction = 0.6 })

local function ball(name, radius, x, z, color)
  return scene:sphere { name = name, radius = radius, position = { x, 0, z }, collide = true, friction = 0.6, density = 600,
                        material = stage.paint(color) }
end
local radius, color = { 0.3, 0.2, 0.12 }, { "blue", "ochre", "red" }
local balls, z = {}, 0
for i = 1, 3 do
  balls[i] = ball("column" .. i, radius[i], -0.75, z + radius[i], color[i])
  z = z + 2 * radius[i]
end
local r = 0.28
for side = -1, 1, 2 do balls[#balls + 1] = ball("foot " .. side, r, 0.65 + side * r, r, side < 0 and "plum" or "green") end
balls[#balls + 1] = ball("on both", r, 0.65, r + math.sqrt(3) * r, "ivory")

local moved = stage.most(scene, stage.still(balls))
stage.near(scene, "the balls stay", moved, 0, 1e-4)
return scene
