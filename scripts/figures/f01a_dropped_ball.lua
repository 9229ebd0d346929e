-- Figure 1a: a ball that is released falls. Where it was at every tenth of a second stays in the picture.
local tw = require "tauwerk"

local height, g = 3.4, 9.81
local scene = tw.scene { name = "f01a", duration = 0.8, fps = 60, gravity = { 0, 0, -g } }
local ball = scene:sphere { name = "ball", radius = 0.22, position = { 0, 0, height },
                            material = { "rubber", texture = "stripes" }, angular_velocity = { 0, 1, 0 } }
scene:ground { height = 0 }
scene.camera = { eye = { 0.6, -8.5, 2.1 }, target = { 0, 0, 1.85 }, fov = tw.deg(28) }

for k = 0, 7 do
  local t = k / 10
  local function passed(now) return now > t + 0.02 end
  local z = height - g * t ^ 2 / 2
  scene:prop { kind = "sphere", radius = 0.22, position = { 0, 0, z }, material = "rubber", opacity = 0.3, visible = passed }
  scene:text { ("%.1f s"):format(t), at = scene:nail { 0.75, 0, z }, size = 0.035, from = t }
end

-- z = height - g t^2 / 2
scene:expect { "height after 0.75 s", value = function() return ball.position.z end, equals = height - g * 0.75 ^ 2 / 2, within = 1e-9, at = 0.75 }
return scene
