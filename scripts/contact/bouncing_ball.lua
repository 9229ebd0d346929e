-- Three balls that keep 90, 85 and 80 percent of their speed when they hit the ground: the apexes are h e^2n.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "bouncing_ball", duration = 5.5, fps = 60, gravity = "earth" }
stage.new(scene, { eye = { 0.4, -8.6, 1.5 }, target = { 0, 0, 0.98 }, fov = 18, friction = 0 })
local g, h, radius = scene.gravity:length(), 2, 0.15

for i, e in ipairs { 0.9, 0.85, 0.8 } do
  local ball = scene:sphere {
    name = ("e %.2f"):format(e), radius = radius, position = { 0.9 * (i - 2), 0, h + radius }, collide = true,
    restitution = e, friction = 0, material = stage.paint(({ "red", "ochre", "blue" })[i]),
  }
  -- it falls for sqrt(2 h / g), then it rises and falls again for 2 v / g, v = e^n sqrt(2 g h)
  local t = math.sqrt(2 * h / g)
  for n = 1, 6 do
    local v = math.sqrt(2 * g * h) * e ^ n
    if t + v / g < scene.duration then
      stage.near(scene, ("apex %d with e = %g"):format(n, e), function() return ball.position.z - radius end,
                 h * e ^ (2 * n), 1e-6, t + v / g)
    end
    t = t + 2 * v / g
  end
end
-- marks at the first apexes
for i, e in ipairs { 0.9, 0.85, 0.8 } do
  for n = 0, 3 do
    scene:box { size = { 0.36, 0.012, 0.012 }, position = { 0.9 * (i - 2), 0.3, h * e ^ (2 * n) + radius }, fixed = true,
                material = stage.paint "ivory" }
  end
end
return scene
