-- expect: 4: scene:mesh: field 'vertices': expected it together with 'triangles'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:mesh { vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } }
