-- expect: 5: scene:mesh: field 'triangles': edge 2-3 belongs to one triangle only: the mesh is open at triangle 1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local corners = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 2, 2, 2 } }
scene:mesh { vertices = corners, triangles = { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 5, 4 } } }
