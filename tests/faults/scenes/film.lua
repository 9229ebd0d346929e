-- a small film with letters, a mesh and an environment picture
local tw = require "tauwerk"
local scene = tw.scene { name = "film", duration = 0.1, fps = 20, gravity = "earth", size = { 32, 18 } }
local rod = scene:rod { name = "rod", length = 1, radius = 0.1, position = { 0.3, 0, 0 } }
scene:connect(rod.end1, scene:nail { 0, 0, 1 })
scene:mesh { name = "mesh", file = "tetrahedron.obj", density = 1000, position = { 2, 0, 0 } }
scene:light { kind = "environment", file = "sky.hdr" }
scene:text { "τ = 0.2", at = "top left" }
scene.camera = { eye = { 0, -5, 0 }, target = { 0, 0, 0 } }
return scene
