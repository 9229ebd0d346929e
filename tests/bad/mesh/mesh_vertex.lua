-- expect: 5: body:vertex: expected a vertex from 1 to 8, got 9
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local m = scene:mesh { file = "../../data/reference/meshes/unit_cube_at_corner.obj" }
m:vertex(9)
