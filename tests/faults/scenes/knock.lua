-- contact: bodies fall on the ground and on each other, heard as clicks
local tw = require "tauwerk"
local scene = tw.scene { name = "knock", duration = 0.1, fps = 20, gravity = "earth", size = { 32, 18 }, stepper = "timestep" }
scene:ground { height = 0 }
local list = { "sphere", "box", "capsule" }
local n = tw.param("n", 1, { doc = "speed" })
for i, kind in ipairs(list) do
  local size = kind == "box" and { size = { 0.2, 0.2, 0.2 } } or kind == "sphere" and { radius = 0.1 } or { length = 0.2, radius = 0.1 }
  size.name, size.position, size.velocity, size.collide = kind, { 0.05 * i, 0, 0.15 + 0.3 * (i - 1) }, { 0, 0, -n }, true
  scene[kind](scene, size)
end
scene:on_contact { function(_, _, contact) print("touch " .. contact.a.name) end }
scene.camera = { eye = { 0, -3, 1 }, target = { 0, 0, 0.3 } }
return scene
