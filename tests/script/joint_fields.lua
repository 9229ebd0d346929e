-- Points and axes of joints assigned after they were made: the joint moves to where they say.
local tw = require "tauwerk"

local z, y = tw.vec3(0, 0, 1), tw.vec3(0, 1, 0)
local function near(a, b, within) return (tw.vec3(a) - tw.vec3(b)):length() < (within or 1e-7) end

local function box(scene, fields)
    fields.size = { 0.2, 0.3, 0.8 }
    return scene:box(fields)
end

tw.test("a point of the world moves: the bodies follow", function()
    for _, kind in ipairs { "ball", "hinge", "universal", "cylindrical", "planar", "screw", "slider", "weld" } do
        local scene = tw.scene { tau = 0.05 }
        local b = box(scene, { position = { 1, 0, 0 } })
        local t = { a = b, at_a = { 0, 0, 0.4 }, at_b = { 1, 0, 0.4 } }
        if kind ~= "ball" then t.axis_a, t.axis_b = { 0, 0, 1 }, kind == "universal" and { 0, 1, 0 } or { 0, 0, 1 } end
        if kind == "screw" then t.pitch = 0.1 end
        local c = scene[kind](scene, t)
        scene:advance(0.1)
        assert(c.met, kind)
        c.at_b = { 1.2, 0, 0.9 }
        assert(near(c.at_b, { 1.2, 0, 0.9 }) and near(c.at_a, { 0, 0, 0.4 }) and c.at == nil, kind)
        assert(not c.met, kind)
        scene:advance(1.5)
        assert(c.met, kind)
        local p = b:to_world { 0, 0, 0.4 }
        if kind == "ball" or kind == "hinge" or kind == "universal" or kind == "weld" then
            assert(near(p, { 1.2, 0, 0.9 }), kind)
        elseif kind == "planar" then
            assert(math.abs(p.z - 0.9) < 1e-7)
        else
            assert(math.abs(p.x - 1.2) < 1e-7 and math.abs(p.y) < 1e-7, kind)
        end
    end
end)

tw.test("a point in the world joins the bodies where they are now", function()
    local scene = tw.scene {}
    local a, b = box(scene, { position = { 1, 0, 0 } }), box(scene, { position = { 2, 0, 0 } })
    local c = scene:ball { a = a, b = b, at_a = { 0, 0, 0 }, at_b = { 0, 0, 0 } }
    assert(near(c.deviation, { -1, 0, 0 }))
    c.at = { 1.5, 0.2, 0.3 }
    assert(near(c.deviation, { 0, 0, 0 }) and near(c.at_a, { 0.5, 0.2, 0.3 }) and near(c.at_b, { -0.5, 0.2, 0.3 }))
    c.at_a = { 0.5, 0, 0.3 }
    assert(c.at == nil and near(c.deviation, { 0, -0.2, 0 }))
    -- what cannot be is refused, and nothing has changed
    assert(not pcall(function() c.at_a = nil end))
    assert(near(c.at_a, { 0.5, 0, 0.3 }) and near(c.deviation, { 0, -0.2, 0 }))
end)

tw.test("an axis turns: the body follows, and its angle counts anew", function()
    local scene = tw.scene { tau = 0.05 }
    local b = box(scene, {})
    local c = scene:hinge { a = b, at = { 0, 0, 0 }, axis = z }
    b.angular_velocity = z * 2
    scene:advance(1)
    assert(math.abs(c.angle - 2) < 1e-9)
    c.axis_b = y
    assert(math.abs(c.deviation[4] ^ 2 + c.deviation[5] ^ 2 - (math.pi / 2) ^ 2) < 1e-9)
    scene:advance(2)
    assert(near(b.orientation * z, y))
    c.axis = y
    assert(math.abs(c.angle) < 1e-12 and near(c.axis_a, z))
    local before, point = c.angle, c.at_a
    c.at_b = { 0, 0, 0.1 }
    assert(c.angle == before and c.at_a == point)
end)

tw.test("the axes of a cross", function()
    local scene = tw.scene { tau = 0.05 }
    local b = box(scene, {})
    local c = scene:universal { a = b, at = { 0, 0, 0 }, axis = { 1, 0, 0 }, axis2 = y }
    c.axis2 = z
    assert(math.abs(c.deviation[4]) < 1e-12 and near(c.axis_b, z))
    c.axis_b = { 1, 0, 1 }
    assert(c.axis == nil and c.axis2 == nil and math.abs(c.deviation[4] - math.pi / 4) < 1e-12)
    scene:advance(1.5)
    assert(c.met)
end)

tw.test("the second axis of a cross where none is given", function()
    local scene = tw.scene { tau = 0.05 }
    local function axis_of(t) return scene:universal(t).axis_b end
    local a, b = box(scene, {}), box(scene, { position = { 0, 3, 4 } })
    -- across b's arm, else across a's, else across z, else across x
    local c = scene:universal { a = a, b = b, at = { 0, 0, 0 }, axis = { 2, 0, 0 } }
    assert(near(c.axis_b:normalized(), { 0, -0.8, 0.6 }, 1e-15) and c.axis2 == nil and math.abs(c.deviation[4]) < 1e-15)
    assert(near(axis_of { a = a, at = { 0, 1, 0 }, axis = { 1, 0, 0 } }:normalized(), { 0, 0, -1 }, 1e-15))
    assert(near(axis_of { a = a, b = b, at = { 0, 3, 0 }, axis = z }:normalized(), { 1, 0, 0 }, 1e-15))
    assert(near(axis_of { a = a, at = { 0, 0, 0 }, axis = { 1, 0, 0 } }:normalized(), { 0, 1, 0 }, 1e-15))
    assert(near(axis_of { a = a, at = { 0, 0, 1 }, axis = z }:normalized(), { 0, -1, 0 }, 1e-15))
    -- chosen anew with the first, and given up again
    c.axis = y
    assert(near(c.axis_b:normalized(), { 1, 0, 0 }, 1e-15))
    c.axis2 = z
    assert(near(c.axis_b, z, 1e-15))
    c.axis2 = nil
    assert(near(c.axis_b:normalized(), { 1, 0, 0 }, 1e-15))
end)

tw.test("snapshots keep them", function()
    local scene = tw.scene { tau = 0.05 }
    local b = box(scene, { position = { 1, 0, 0 } })
    local c = scene:ball { a = b, at_a = { 0, 0, 0 }, at_b = { 0, 0, 0 } }
    local s = scene:snapshot()
    c.at_b = { 0, 0, 1 }
    scene:advance(0.2)
    scene:restore(s)
    assert(near(c.at_b, { 0, 0, 0 }) and near(c.deviation, { 1, 0, 0 }))
    c.at_a = { 0, 0, 0.1 }
    assert(near(c.deviation, { 1, 0, 0.1 }))
end)
