-- A chain between two towers: rods and ball joints, one nail too many, a picture.
local tw = require "tauwerk"
local rods, span, top = 16, 4, 3 -- m

local scene = tw.scene { name = "tower", gravity = "earth" }

-- the chain hangs: a parabola through both nails
local function height(i) return top - 0.015625 * i * (rods - i) end

local last = scene:nail { position = { -span / 2, 0, top } }
for i = 0, rods - 1 do
  local x = span / rods * i - span / 2
  local rod = scene:rod { radius = 0.03, from = { x, 0, height(i) }, to = { x + span / rods, 0, height(i + 1) } }
  scene:connect(last, rod.end1)
  last = rod.end2
end
scene:connect(last, scene:nail { position = { span / 2, 0, top } })
local wrong = scene:connect(last, scene:nail { position = { span / 2, 0, top - 1 } })
print(scene:diagnose().message)
wrong:remove()
scene:advance_to(1.5)
print(scene:hash())
if tw.draw then tw.draw(scene, { width = 320, height = 180, path = arg[1] or "tower.png" }) end
return scene
