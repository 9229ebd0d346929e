-- origin =: where the coordinates that a mesh or compound is authored in begin
local tw = require "tauwerk"

local function near3(a, b, within)
    if not ((tw.vec3(a) - tw.vec3(b)):length() <= within) then error(tostring(a) .. ", not " .. tostring(tw.vec3(b)), 2) end
end

local scene = tw.scene {}
local vertices = { { 1, 1, 1 }, { 2, 1, 1 }, { 1, 3, 1 }, { 1, 1, 5 } }
local triangles = { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } }
local q, at = tw.euler(0.3, -1, 2), tw.vec3(4, 5, -6)

-- each vertex comes to origin + q vertex
local m = scene:mesh { vertices = vertices, triangles = triangles, origin = at, orientation = q }
for i, v in ipairs(vertices) do near3(m:vertex(i).position, at + q * tw.vec3(v), 1e-14) end
near3(m.position, at + q * tw.vec3(1.25, 1.5, 2), 1e-14)
near3(m:to_world(m:authored { 0, 0, 0 }), at, 1e-14)
near3(m.origin, at, 1e-14)
m.position = m.position + tw.vec3(0, 0, 1)
near3(m.origin, at + tw.vec3(0, 0, 1), 1e-14)
local half = scene:mesh { vertices = vertices, triangles = triangles, scale = 0.5, origin = at }
near3(half:vertex(4).position, at + tw.vec3(0.5, 0.5, 2.5), 1e-14)

-- compounds, also in a group's frame and with a mesh as a part
local parts = {
    { kind = "sphere", name = "ball", radius = 0.5, position = { 3, 0, 0 } },
    { kind = "mesh", name = "wedge", vertices = vertices, triangles = triangles, origin = { 0, 1, 0 }, orientation = q } }
local c = scene:compound { parts = parts, origin = at, orientation = q }
near3(c:part("ball").center.position, at + q * tw.vec3(3, 0, 0), 1e-13)
near3(c:part("wedge"):vertex(4).position, at + q * (tw.vec3(0, 1, 0) + q * tw.vec3(1, 1, 5)), 1e-13)
local g = scene:group { position = { 1, 2, 3 }, orientation = q }
local in_group = g:compound { parts = parts, origin = { 1, 0, 0 } }
near3(in_group.origin, tw.vec3(1, 2, 3) + q * tw.vec3(1, 0, 0), 1e-13)
near3(in_group:part("ball").center.position, tw.vec3(1, 2, 3) + q * tw.vec3(4, 0, 0), 1e-13)
local copy = scene:snapshot()
scene:restore(copy)
near3(c.origin, at, 1e-13)

local ok, why = pcall(scene.mesh, scene, { vertices = vertices, triangles = triangles, origin = at, position = at })
assert(not ok and why:find("field 'position': expected either it or 'origin', got both", 1, true), why)
ok, why = pcall(function() c.origin = at end)
assert(not ok and why:find("origin", 1, true), why)
