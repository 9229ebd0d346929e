-- expect: 4: scene:mesh: field 'file': ../../data/meshes/open.obj: edge 5-6 belongs to one triangle only: the mesh is open at triangle 4 (line 11)
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:mesh { file = "../../data/meshes/open.obj" }
