-- expect: 4: scene:mesh: field 'triangles': expected {x, y, z} for vertex 2, got 7
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:mesh { vertices = { { 0, 0, 0 }, 7 }, triangles = { { 1, 2, 3 } } }
