-- every shape, a compound, a body that comes and one that goes, materials, lights, a camera that moves
local tw = require "tauwerk"
local scene = tw.scene { name = "export", duration = 1, fps = 20, gravity = "earth", size = {160, 90} }
local kinds = {
  scene:sphere { radius = 0.3 }, scene:rod { length = 1, radius = 0.05 }, scene:capsule { length = 0.5, radius = 0.1 },
  scene:cylinder { height = 0.4, radius = 0.2 }, scene:disk { height = 0.05, radius = 0.3 },
  scene:cone { height = 0.5, radius = 0.2 }, scene:box { size = {0.2, 0.3, 0.4}, material = "steel" },
  scene:card { size = {0.4, 0.6, 0.01} }, scene:ellipsoid { radii = {0.1, 0.2, 0.3} },
  scene:torus { major_radius = 0.3, minor_radius = 0.08 }, scene:link { length = 0.6, width = 0.3, radius = 0.05 },
  scene:mesh { vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, scale = 0.5,
               triangles = {{1, 3, 2}, {1, 2, 4}, {1, 4, 3}, {2, 3, 4}} },
}
for i, body in ipairs(kinds) do
  body.position = {i - 6, 0.1 * i, 3}
  body.orientation = tw.euler(0.2 * i, 0.3, 0.1)
  body.angular_velocity = {0.5 * i, 1, -0.3 * i}
  body.velocity = {0.2, -0.1 * i, 1}
end
kinds[1].material = { color = {1, 1, 1}, emission = {4, 2, 1} }
kinds[2].opacity = 0.5
scene:at(0.5, function() scene:sphere { name = "late \"one\"", radius = 0.2, position = {0, 0, 5} } end)
scene:at(0.7, function() kinds[5]:remove() end)
scene:light { kind = "sun", to = {1, 1, 2} }
scene:light { kind = "point", position = {0, 0, 6}, power = {10, 9, 8} }
scene:light { kind = "spot", position = {3, 0, 6}, direction = {0, 0, -1}, cone = 0.5, power = {5, 5, 5} }
scene:ground { height = -3 }
scene.camera = { eye = function(t) return {0, -12 + t, 4} end, target = {0, 0, 2} }
return scene
