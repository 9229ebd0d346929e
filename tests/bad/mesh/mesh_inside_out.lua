-- expect: 4: scene:mesh: field 'triangles': the mesh is inside-out: its volume is -0.166667 m^3; turn its triangles around
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:mesh {
    vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
    triangles = { { 1, 2, 3 }, { 1, 4, 2 }, { 1, 3, 4 }, { 2, 4, 3 } },
}
