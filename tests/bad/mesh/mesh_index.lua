-- expect: 4: scene:mesh: field 'triangles': triangle 4: no vertex 5; there are 4
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:mesh {
    vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
    triangles = { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 5 } },
}
