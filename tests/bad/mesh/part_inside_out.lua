-- expect: 4: scene:compound: field 'parts': part 1: field 'triangles': edge 2-3: triangle 1 and triangle 4 run through it in the same direction
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:compound { parts = { { kind = "mesh", vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, triangles = { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 4, 3 } } } } }
