-- Thirty bodies that fall on the ground, in the look that scenes have by themselves: what a frame of many solids costs.
local tw = require "tauwerk"

local n = tw.param("bodies", 30, { min = 1, doc = "how many" })
local look = tw.param("look", "studio", { doc = "of the scene" })
local scene = tw.scene { name = "bodies", duration = 4, fps = 30, size = { 1280, 720 }, gravity = "earth", look = look, bounces = 2 }
local materials = { "copper", "oak", "rubber", "steel", "paper", "chalk" }
for i = 1, n do
  local o = { name = "body" .. i, collide = true, material = materials[i % #materials + 1],
              position = { ((i * 7) % 6 - 2.5) * 0.5, ((i * 5) % 5 - 2) * 0.5, 0.4 + 0.28 * (i // 3) },
              orientation = tw.euler(0.3 * i, 0.7 * i, 0.2 * i) }
  if i % 5 == 0 then
    o.radius = 0.13
    scene:sphere(o)
  elseif i % 5 == 1 then
    o.size = { 0.22, 0.22, 0.22 }
    scene:box(o)
  elseif i % 5 == 2 then
    o.length, o.radius = 0.4, 0.06
    scene:rod(o)
  elseif i % 5 == 3 then
    o.radius, o.height = 0.1, 0.25
    scene:cylinder(o)
  else
    o.size = { 0.3, 0.2, 0.1 }
    scene:box(o)
  end
end
scene:ground { height = 0 }
scene.camera = { target = { 0, 0, 0.5 }, eye = { 0.9, -6.5, 2.2 }, fov = tw.deg(25) }
return scene
