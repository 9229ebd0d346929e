local tw = require "tauwerk"
local scene = tw.scene { name = "fields", gravity = { 0, 0, -2 } }

tw.test("a body", function()
    local rod = scene:rod { name = "r", length = 2, radius = 0.1, density = 500, position = { 1, 2, 3 },
        points = { dock = { 0, 0.1, 0 } }, user = { 7 } }
    assert(rod.name == "r" and rod.kind == "rod" and tostring(rod) == "rod 'r'")
    assert(math.abs(rod.mass - 500 * math.pi * 0.02) < 1e-12)
    local I = rod.inertia
    assert(math.abs(I.z - rod.mass * 0.005) < 1e-12 and math.abs(I.x - rod.mass * (0.01 / 4 + 4 / 12)) < 1e-12)
    assert(rod.user[1] == 7 and rod.dock.position == tw.vec3(1, 2.1, 3))
    assert(rod.end2.position == tw.vec3(1, 2, 4) and rod.end1 == rod.end1 and rod.end1.body == rod)
    rod.length = 4
    assert(rod.end2.position == tw.vec3(1, 2, 5) and math.abs(rod.mass - 500 * math.pi * 0.04) < 1e-12)
    rod.mass = 3
    assert(rod.mass == 3)
    rod:place { point = rod.end1, at = { 0, 0, 0 } }
    assert(rod.position == tw.vec3(0, 0, 2))
    rod.angular_velocity = { 1, 0, 0 }
    assert(rod:velocity_at { 0, 0, 3 } == tw.vec3(0, -1, 0) and rod:to_local { 0, 0, 3 } == tw.vec3(0, 0, 1))
    local p = rod:point_at { 1, 0, 0 }
    assert(p.position == tw.vec3(1, 0, 0) and p.velocity == tw.vec3(0, 2, 0))
    assert(scene:find("r") == rod and rod:exists())
    rod:remove()
    assert(not rod:exists() and not p:exists() and scene:find("r") == nil)
end)

tw.test("names", function()
    local a, b = scene:sphere { radius = 1 }, scene:sphere { radius = 1 }
    assert(a.name == "sphere1" and b.name == "sphere2" and a ~= b and scene.bodies[1] == a)
    local box = scene:box { size = { 2, 4, 6 } }
    assert(box:corner(1).position == tw.vec3(-1, -2, -3) and box:corner(8).position == tw.vec3(1, 2, 3))
    assert(box:corner(4).position == tw.vec3(1, 2, -3) and box:face "+x".position == tw.vec3(1, 0, 0))
    assert(box:corner(3) == box:corner(3))
end)

tw.test("values", function()
    local s = tw.scene {}
    local ball = s:sphere { radius = 1 }
    local f = s:force { at = ball.center, value = function(t) return { tw.math.sin(t), t ^ 2, t % 2 } end }
    s:advance(1.5)
    local v = f.value
    assert(math.abs(v.x - math.sin(1.5)) < 1e-15 and v.y == 2.25 and v.z == 1.5)
    f.value = tw.spline { { 0, { 0, 0, 0 } }, { 3, { 3, 0, 3 } } }
    assert(math.abs(f.value.x - 1.5) < 1e-15)
    f.value = { 1, 2, 3 }
    assert(f.value == tw.vec3(1, 2, 3) and f.enabled)
    f:disable()
    assert(not f.enabled and f.force == tw.vec3(0, 0, 0))
    s.gravity = "earth"
    assert(s.gravity == tw.vec3(0, 0, -9.81))
    s.tau = function(t) return 1 + t end
    assert(s.tau == 2.5)
end)

tw.test("materials and camera", function()
    local ball = scene:sphere { radius = 1, material = { "steel", roughness = 0.1 } }
    assert(ball.material.roughness == 0.1 and ball.material.metallic == 1)
    ball.material.color = { 1, 0, 0 }
    assert(ball.material.color == tw.vec3(1, 0, 0))
    ball.material = "oak"
    assert(ball.material.texture == "wood")
    scene.camera = { eye = { 0, -9, 3 }, target = { follow = ball, offset = { 0, 0, 1 } }, fov = tw.deg(30) }
    assert(scene.camera.eye == tw.vec3(0, -9, 3) and scene.camera.focus == nil)
    scene.camera.aperture = 0.1
    assert(scene.camera.aperture == 0.1)
    scene.draw = { "bodies", "forces" }
    assert(table.concat(scene.draw, " ") == "bodies forces" and scene.tone == "film")
    scene.background = { 1, 1, 1 }
    scene.background = nil
    assert(scene.background == nil)
    scene:light { kind = "sun", to = { 0, 0, 1 } }.irradiance = { 1, 1, 1 }
    scene:ground { height = -1, material = "chalk" }
    assert(scene.size[1] == 1280)
end)
