-- expect: 12: scene:mesh: field 'triangles': triangle 4 and triangle 7 cross or touch: the mesh crosses itself
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local v, t = {}, {}
-- two tetrahedra, the corner of the second in the slope of the first
for i = 0, 1 do
    local o = i * 0.3
    for _, p in ipairs { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } do v[#v + 1] = { p[1] + o, p[2] + o, p[3] + o } end
    for _, p in ipairs { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } } do t[#t + 1] = { p[1] + 4 * i, p[2] + 4 * i, p[3] + 4 * i } end
end
-- in one mesh
scene:mesh { vertices = v, triangles = t }
