local tw = require "tauwerk"

local corners = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
local sides = { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } }
local cube = "../data/reference/meshes/unit_cube_at_corner.obj"

tw.test("a mesh from lists", function()
    local scene = tw.scene {}
    local m = scene:mesh { vertices = corners, triangles = sides, density = 600 }
    assert(m.kind == "mesh" and math.abs(m.mass - 100) < 1e-12)
    assert(m.file == nil and #m.vertices == 4 and m.triangles[4][3] == 4 and m.vertices[2].x == 1)
    -- vertex i is where it was authored, from the centre of mass
    for i, p in ipairs(corners) do
        local q = m:vertex(i).position - (tw.vec3(p[1], p[2], p[3]) - tw.vec3(0.25, 0.25, 0.25))
        assert(q:length() < 1e-15)
    end
    assert(m:authored { 1, 0, 0 } == m:vertex(2).position)
    m.scale = 2
    assert(m:authored { 2, 0, 0 } == m:vertex(2).position)
    assert(math.abs(m.mass - 800) < 1e-11)
    assert((m:vertex(2).position - tw.vec3(1.5, -0.5, -0.5)):length() < 1e-15)
    assert(not pcall(function() m.scale = 0 end) and m.scale == 2)
    assert(not pcall(function() m.file = cube end))
end)

tw.test("a mesh from a file moves as the box that it is", function()
    local ends = {}
    for i, kind in ipairs { "mesh", "box" } do
        local scene = tw.scene { gravity = "earth" }
        local common = { position = { 0, 0, 1 }, angular_velocity = { 3, 1, 2 }, density = 700 }
        if kind == "mesh" then
            common.file, common.scale = cube, 0.5
        else
            common.size = { 0.5, 0.5, 0.5 }
        end
        local b = scene[kind](scene, common)
        local corner = kind == "mesh" and b:vertex(1) or b:corner(1)
        scene:connect(scene:nail { corner.position.x, corner.position.y, corner.position.z }, corner)
        scene:advance(0.7)
        ends[i] = b.position
    end
    assert((ends[1] - ends[2]):length() < 1e-9)
end)

tw.test("meshes outlive their files, copies and removal", function()
    local scene = tw.scene {}
    local a, b = scene:mesh { file = cube }, scene:mesh { file = cube, scale = 3 }
    assert(a.file == cube and math.abs(b.mass - 27 * a.mass) < 1e-9)
    local save = scene:snapshot()
    a:remove()
    b.scale = 1
    scene:restore(save)
    assert(a:exists() and b.scale == 3 and #a.triangles == 12)
    for i = 1, 20 do
        local p = { { 0, 0, 0 }, { i, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
        scene:mesh { vertices = p, triangles = sides, density = 6 }:remove()
    end
    assert(a:vertex(8).position:length() > 0.86)
end)

tw.test("what is refused leaves nothing behind", function()
    local scene = tw.scene {}
    local ok, why = pcall(scene.mesh, scene, { file = cube, vertices = corners, triangles = sides })
    assert(not ok and why:find("got both"))
    ok, why = pcall(scene.mesh, scene, { vertices = corners, triangles = { { 1, 2 } } })
    assert(not ok and why:find("three numbers of vertices for triangle 1"))
    ok, why = pcall(scene.mesh, scene, { vertices = corners, triangles = 3 })
    assert(not ok and why:find("expected a list"))
    ok, why = pcall(scene.mesh, scene, { file = 3 })
    assert(not ok and why:find(".ply"))
    ok, why = pcall(scene.mesh, scene, { file = "meshes.lua" })
    assert(not ok and why:find("expected a file .obj, .stl or .ply"))
    assert(scene:stats().bodies == 0)
end)
