-- scene:ray and scene:distance against closed forms, and against what "inside" says of each kind
local tw = require "tauwerk"

local function near(a, b, within, what)
    if math.abs(a - b) > within then error(string.format("%s: got %.15g, expected %.15g", what or "", a, b), 2) end
end
local function near3(a, b, within, what)
    if (tw.vec3(a) - tw.vec3(b)):length() > within then
        error(string.format("%s: got %s, expected %s", what or "", tostring(a), tostring(tw.vec3(b))), 2)
    end
end

-- an L of six corners, extruded: not convex
local function ell()
    local xy, v, t = { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 1, 1 }, { 1, 2 }, { 0, 2 } }, {}, {}
    for z = 0, 1 do for _, p in ipairs(xy) do v[#v + 1] = { p[1], p[2], z } end end
    local top = { { 1, 2, 3 }, { 1, 3, 4 }, { 1, 4, 5 }, { 1, 5, 6 } }
    for _, f in ipairs(top) do
        t[#t + 1] = { f[1] + 6, f[2] + 6, f[3] + 6 }
        t[#t + 1] = { f[1], f[3], f[2] }
    end
    for i = 1, 6 do
        local k = i % 6 + 1
        t[#t + 1] = { i, k, k + 6 }
        t[#t + 1] = { i, k + 6, i + 6 }
    end
    return v, t
end
local corners, faces = ell()

-- each kind with its fields and: is a place in body coordinates within it?
local function ring(x, y, z, R, r) return (math.sqrt(x * x + y * y) - R) ^ 2 + z * z <= r * r end
local kinds = {
    sphere = { { radius = 0.7 }, function(p) return p:dot(p) <= 0.49 end },
    rod = { { length = 1.6, radius = 0.3 }, function(p) return p.x ^ 2 + p.y ^ 2 <= 0.09 and math.abs(p.z) <= 0.8 end },
    cylinder = { { height = 0.5, radius = 0.8 }, function(p) return p.x ^ 2 + p.y ^ 2 <= 0.64 and math.abs(p.z) <= 0.25 end },
    disk = { { height = 0.05, radius = 1 }, function(p) return p.x ^ 2 + p.y ^ 2 <= 1 and math.abs(p.z) <= 0.025 end },
    capsule = { { length = 1, radius = 0.4 }, function(p)
        local z = p.z - math.max(-0.5, math.min(0.5, p.z))
        return p.x ^ 2 + p.y ^ 2 + z * z <= 0.16
    end },
    cone = { { height = 1.2, radius = 0.6 }, function(p)
        local w = 0.9 - p.z
        return w >= 0 and w <= 1.2 and math.sqrt(p.x ^ 2 + p.y ^ 2) <= 0.5 * w
    end },
    box = { { size = { 0.8, 1.2, 0.4 } }, function(p)
        return math.abs(p.x) <= 0.4 and math.abs(p.y) <= 0.6 and math.abs(p.z) <= 0.2
    end },
    card = { { size = { 1.5, 1, 0.02 } }, function(p)
        return math.abs(p.x) <= 0.75 and math.abs(p.y) <= 0.5 and math.abs(p.z) <= 0.01
    end },
    ellipsoid = { { radii = { 0.3, 0.6, 0.9 } }, function(p)
        return (p.x / 0.3) ^ 2 + (p.y / 0.6) ^ 2 + (p.z / 0.9) ^ 2 <= 1
    end },
    torus = { { major_radius = 0.8, minor_radius = 0.25 }, function(p) return ring(p.x, p.y, p.z, 0.8, 0.25) end },
    link = { { length = 2, width = 1.1, radius = 0.15 }, function(p)
        local x = p.x - math.max(-0.45, math.min(0.45, p.x)) -- half straight (2 - 1.1) / 2, bends of 0.55 - 0.15
        return ring(x, p.y, p.z, 0.4, 0.15)
    end },
    mesh = { { vertices = corners, triangles = faces }, function(p, body)
        local q = body:authored { 0, 0, 0 }
        local x = p - q
        return x.z >= 0 and x.z <= 1 and x.x >= 0 and x.y >= 0 and ((x.x <= 2 and x.y <= 1) or (x.x <= 1 and x.y <= 2))
    end },
    compound = { { parts = { { kind = "sphere", radius = 0.4, position = { -0.5, 0, 0 } },
        { kind = "box", size = { 0.6, 0.6, 0.6 }, position = { 0.6, 0, 0 } } } }, function(p, body)
        local x = p - body:authored { 0, 0, 0 }
        local a = x - tw.vec3(-0.5, 0, 0)
        return a:dot(a) <= 0.16 or (math.abs(x.x - 0.6) <= 0.3 and math.abs(x.y) <= 0.3 and math.abs(x.z) <= 0.3)
    end },
}

tw.test("closed forms of rays", function()
    local scene = tw.scene {}
    local ball = scene:sphere { radius = 0.5, position = { 3, 0.3, 0 } }
    local hit = scene:ray { from = { 0, 0, 0 }, along = { 2, 0, 0 } }
    assert(hit.body == ball and not hit.ground and not hit.inside)
    near(hit.distance, 3 - 0.4, 1e-15)
    near3(hit.point, { 2.6, 0, 0 }, 1e-15)
    near3(hit.normal, { -0.8, -0.6, 0 }, 1e-14)
    assert(scene:ray { from = { 0, 0, 0 }, to = { 2.5, 0, 0 } } == nil)
    assert(scene:ray { from = { 0, 0, 0 }, to = { 2.7, 0, 0 } }.body == ball)
    assert(scene:ray { from = { 0, 0, 0 }, along = { 1, 0, 0 }, max_distance = 2.5 } == nil)
    assert(scene:ray { from = { 0, 0, 0 }, along = { 1, 0, 0 }, except = ball } == nil)
    local out = scene:ray { from = ball, along = { 0, 0, 1 } } -- from its centre: the far wall
    assert(out.inside and out.body == ball)
    near(out.distance, 0.5, 1e-15)
    near3(out.normal, { 0, 0, 1 }, 1e-15)
    scene:ground { height = -1 }
    local low = scene:ray { from = { 0, 0, 2 }, along = { 0, 3, -4 } }
    assert(low.ground and low.body == nil)
    near(low.distance, 3 / 0.8, 1e-15)
    near3(low.point, { 0, 2.25, -1 }, 1e-15)
    assert(scene:ray { from = { 0, 0, 2 }, along = { 0, 0, -1 }, ground = false } == nil)
    assert(scene:ray { from = { 0, 0, 2 }, along = { 0, 0, -1 }, bodies = ball } == nil)
    -- the torus, along its axis of symmetry's neighbour and through its tube from the side
    local ring = scene:torus { major_radius = 1, minor_radius = 0.25, position = { 0, 0, 5 } }
    near(scene:ray { from = { 1.1, 0, 9 }, along = { 0, 0, -1 } }.distance, 4 - math.sqrt(0.0625 - 0.01), 1e-14)
    near(scene:ray { from = { -5, 0, 5 }, along = { 1, 0, 0 } }.distance, 3.75, 1e-14)
    near(scene:ray { from = { 0, 0, 5 }, along = { 1, 0, 0 } }.distance, 0.75, 1e-14)
    assert(scene:ray { from = { 0, 0, 9 }, along = { 0, 0, -1 }, bodies = ring } == nil)
    -- a kilometre away
    near(scene:ray { from = { 1000, 0, 5 }, along = { -1, 0, 0 } }.distance, 998.75, 1e-12)
end)

tw.test("rays at every kind", function()
    for name, kind in tw.sorted(kinds) do
        local scene, fields = tw.scene { seed = 7 }, {}
        for k, v in pairs(kind[1]) do fields[k] = v end
        local q = scene.random:rotation()
        fields.position, fields.orientation = { 0.3, -0.2, 0.5 }, q
        local body = scene[name](scene, fields)
        local function inside(x) return kind[2](body:to_local(x), body) end
        local hits = 0
        for i = 1, 120 do
            local aim = tw.vec3(0.3, -0.2, 0.5) + scene.random:direction() * scene.random:uniform(0, 0.9)
            local d = scene.random:direction()
            local from = aim - d * 4
            local hit = scene:ray { from = from, along = d }
            -- the first sample inside bounds the crossing from above; the hit is where it turns
            local step, first = 0.01, nil
            for k = 0, 800 do
                if inside(from + d * (k * step)) then
                    first = k * step
                    break
                end
            end
            if hit then
                hits = hits + 1
                assert(not inside(from + d * (hit.distance - 1e-9)), name .. ": inside before the hit")
                assert(first == nil or hit.distance <= first + 1e-12, name .. ": late")
                assert(inside(hit.point - hit.normal * 1e-7), name .. ": the normal does not lead out")
                assert(not inside(hit.point + hit.normal * 1e-7), name .. ": the normal does not lead out")
                near(hit.normal:length(), 1, 1e-14)
                near3(hit.point, from + d * hit.distance, 1e-13)
                -- inward from just within: the far wall, and back to the same place
                local back = scene:ray { from = hit.point - hit.normal * 1e-6, along = -d }
                assert(back.inside and back.distance < 1e-2 or hit.normal:dot(d) > -1e-3, name .. ": no way back")
            else
                assert(not first, name .. ": missed")
            end
        end
        assert(hits > 15, name .. ": hardly hit")
    end
end)

tw.test("closed forms of distances", function()
    local scene = tw.scene {}
    scene:ground { height = 0 }
    local a = scene:sphere { radius = 0.5, position = { 0, 0, 3 } }
    local b = scene:sphere { radius = 0.25, position = { 3, 4, 3 } }
    local n = scene:distance(a, b)
    assert(select(2, scene:distance(a, b)) == n.point_a and select(3, scene:distance(a, b)) == n.point_b)
    near(n.gap, 4.25, 1e-15)
    near3(n.normal, { -0.6, -0.8, 0 }, 1e-15)
    near3(n.point_a, { 0.3, 0.4, 3 }, 1e-15)
    near3(n.point_b, { 2.85, 3.8, 3 }, 1e-15)
    local back = scene:distance(b, a)
    near3(back.normal, -n.normal, 0)
    near3(back.point_a, n.point_b, 0)
    near(scene:distance(a, "ground").gap, 2.5, 1e-15)
    near3(scene:distance("ground", a).normal, { 0, 0, -1 }, 0)
    near(scene:distance(a, { 0, 0, 5 }).gap, 1.5, 1e-15)
    near(scene:distance(a, b.center).gap, 4.5, 1e-15)
    near(scene:distance({ 0, 0, 0 }, { 3, 0, 4 }).gap, 5, 0)
    b.position = { 0.6, 0, 3 } -- overlapping
    near(scene:distance(a, b).gap, -0.15, 1e-15)
    local box = scene:box { size = { 2, 2, 2 }, position = { 10, 0, 0 } }
    near(scene:distance(box, { 13, 4, 0 }).gap, math.sqrt(4 + 9), 1e-14)
    near(scene:distance({ 10.7, 0, 0 }, box).gap, -0.3, 1e-14)
    local other = scene:box { size = { 2, 2, 2 }, position = { 10, 0, 4 }, orientation = tw.axis_angle({ 1, 0, 0 }, tw.deg(45)) }
    near(scene:distance(box, other).gap, 3 - math.sqrt(2), 1e-13)
    local ring = scene:torus { major_radius = 1, minor_radius = 0.2, position = { 0, 20, 0 } }
    near(scene:distance(ring, { 0, 20, 0 }).gap, 0.8, 1e-12)
    near(scene:distance(ring, { 3, 20, 1 }).gap, math.sqrt(5) - 0.2, 1e-12)
    local cone = scene:cone { radius = 1, height = 1, position = { 0, 40, 0 } }
    near(scene:distance({ 2, 40, 0.75 }, cone).gap, math.sqrt(2), 1e-12)
    local e = scene:ellipsoid { radii = { 1, 2, 3 }, position = { 0, 60, 0 } }
    near(scene:distance({ 0, 60, 7 }, e).gap, 4, 1e-12)
    near(scene:distance({ 5, 60, 0 }, e).gap, 4, 1e-12)
    local bare = scene:body { mass = 1, inertia = { 1, 1, 1 } }
    local ok, why = pcall(scene.distance, scene, a, bare)
    assert(not ok and why:find("expected a body with a shape", 1, true), why)
end)

tw.test("distances of every kind from places", function()
    for name, kind in tw.sorted(kinds) do
        local scene, fields = tw.scene { seed = 11 }, {}
        for k, v in pairs(kind[1]) do fields[k] = v end
        fields.position, fields.orientation = { 0.3, -0.2, 0.5 }, scene.random:rotation()
        local body = scene[name](scene, fields)
        local function inside(x) return kind[2](body:to_local(x), body) end
        for i = 1, 60 do
            local x = tw.vec3(0.3, -0.2, 0.5) + scene.random:direction() * scene.random:uniform(0.2, i % 10 == 0 and 40 or 3)
            local n = scene:distance(body, x)
            local d = math.abs(n.gap)
            if math.abs(n.gap) > 1e-6 then
                assert(inside(x) == (n.gap < 0), name .. ": wrong side")
                near((n.point_a - n.point_b):length(), d, 1e-9 * (1 + d), name)
                near3(n.point_b, x, 1e-9 * (1 + d), name)
                -- a ball a little smaller about x holds nothing of the surface, one a little larger does
                for _ = 1, 200 do
                    local y = x + scene.random:direction() * (d * (1 - 1e-6) * scene.random:uniform(0, 1) ^ (1 / 3))
                    assert(inside(y) == (n.gap < 0), name .. ": something is nearer")
                end
                local some, none = false, false
                for _ = 1, 300 do
                    local there = inside(n.point_a + scene.random:direction() * 1e-5)
                    some, none = some or there, none or not there
                end
                assert(some and none, name .. ": not on the surface")
            end
        end
    end
end)

tw.test("a guest within a hollow mesh", function()
    local scene = tw.scene {}
    local m = scene:mesh { vertices = corners, triangles = faces }
    local x = m:to_world(m:authored { 0.5, 0.5, 0.5 })
    local ball = scene:sphere { radius = 0.1, position = x }
    near(scene:distance(ball, m).gap, -0.6, 1e-12)
    near(scene:distance(m, ball).gap, -0.6, 1e-12)
    ball.position = m:to_world(m:authored { 1.5, 1.75, 0.5 }) -- in the notch
    near(scene:distance(ball, m).gap, 0.4, 1e-12)
    ball.position = ball.position + tw.vec3(300, 0, 0)
    near(scene:distance(ball, m).gap, math.sqrt(299.5 ^ 2 + 0.75 ^ 2) - 0.1, 1e-9)
    local other = scene:mesh { vertices = corners, triangles = faces, position = m.position + tw.vec3(0, 0, 7) }
    near(scene:distance(m, other).gap, 6, 1e-12)
end)

tw.test("in events, when, records and expect", function()
    local scene = tw.scene { gravity = { 0, 0, -10 }, duration = 1, fps = 10 }
    scene:ground { height = 0 }
    local ball = scene:sphere { radius = 0.1, position = { 0, 0, 2 } }
    local crossed, seen
    scene:when(function() return scene:distance(ball, "ground").gap - 0.65 end, function(_, t) crossed = t end)
    scene:at(0.3, function() seen = scene:ray { from = ball, along = { 0, 0, -1 }, except = ball }.distance end)
    local r = scene:record { "height", value = function() return scene:distance(ball, "ground").gap end, every = 0.1 }
    scene:advance_to(0.6)
    near(crossed, 0.5, 1e-8)
    near(seen, 2 - 5 * 0.09, 1e-8)
    near(r.v[5], 1.9 - 5 * 0.16, 1e-8)
    -- the constraint of the same name is what one table makes
    local c = scene:distance { a = ball.center, b = scene:nail { 0, 0, 9 }, length = 9 }
    assert(c.kind == "distance")
    for text, call in tw.sorted {
        ["expected either 'along' or 'to', got none of them"] = { from = { 0, 0, 0 } },
        ["got both"] = { from = { 0, 0, 0 }, to = { 0, 0, 1 }, along = { 1, 0, 0 } },
        ["field 'from' is missing"] = { to = { 0, 0, 1 } },
        ["a vector that is not zero"] = { from = { 0, 0, 0 }, along = { 0, 0, 0 } },
        ["field 'max_distance': expected a positive number"] = { from = { 0, 0, 0 }, along = { 1, 0, 0 }, max_distance = -1 },
        ["did you mean 'along'"] = { from = { 0, 0, 0 }, direction = { 1, 0, 0 } },
        ["field 'bodies': expected"] = { from = { 0, 0, 0 }, along = { 1, 0, 0 }, bodies = 3 },
    } do
        local ok, why = pcall(scene.ray, scene, call)
        assert(not ok and why:find(text, 1, true), tostring(why))
    end
    for _, call in ipairs {
        { from = { 0 / 0, 0, 0 }, along = { 1, 0, 0 } }, { from = { 0, 0, 0 }, to = { math.huge, 0, 0 } }, { from = { -1e308, 0, 0 }, to = { 1e308, 0, 0 } },
    } do
        local ok, why = pcall(scene.ray, scene, call)
        assert(not ok and why:find("finite", 1, true), why)
    end
    local good, reason = pcall(scene.distance, scene, { 0 / 0, 0, 0 }, ball)
    assert(not good and reason:find("expected finite numbers", 1, true), reason)
    local ok, why = pcall(scene.distance, scene, ball, ball)
    assert(not ok and why:find("the same one twice", 1, true), why)
end)
