-- scene:equilibrium with contacts and limits against statics
local tw = require "tauwerk"
local G = 9.81

local function near(a, b, within, what)
    if not (math.abs(a - b) <= within) then error(string.format("%s: got %.15g, expected %.15g", what or "", a, b), 2) end
end

-- sum of the forces that contacts of `a` with `b` (nil: the ground) exert on `a`
local function pushed(scene, a, b)
    local sum = tw.vec3(0, 0, 0)
    for _, c in ipairs(scene.contacts) do
        if c.a == a and c.b == b then sum = sum + c.force end
        if c.b == a and c.a == b then sum = sum - c.force end
    end
    return sum
end

local function incline(degrees, friction)
    local scene = tw.scene { gravity = "earth" }
    local q = tw.axis_angle({ 0, 1, 0 }, math.rad(degrees)) -- x goes down
    local n = q * tw.vec3(0, 0, 1)
    local slope = scene:box { name = "slope", size = { 4, 4, 0.2 }, orientation = q, position = n * -0.1, fixed = true, collide = true, friction = friction }
    local block = scene:box { name = "block", size = { 0.3, 0.3, 0.2 }, orientation = q, position = n * 0.1, collide = true, friction = friction }
    return scene, slope, block, n
end

tw.test("a block on a slope stays below the angle of friction, and leaves above it", function()
    for _, degrees in ipairs { 5, 20, 26 } do -- the angle of friction is 26.57
        local scene, slope, block, n = incline(degrees, 0.5)
        local at = block.position
        local rest = scene:equilibrium()
        assert(rest.ok and rest.stable and rest.contacts and not rest.unique, rest.why)
        near((block.position - at):length(), 0, 1e-8, "moved")
        local force, a = pushed(scene, block, slope), math.rad(degrees)
        near(force:dot(n), block.mass * G * math.cos(a), 1e-8 * block.mass * G, "normal force")
        near((force - n * force:dot(n)):length(), block.mass * G * math.sin(a), 1e-8 * block.mass * G, "friction")
    end
    for _, degrees in ipairs { 28, 40 } do
        local scene = incline(degrees, 0.5)
        local before, rest = scene:hash(), nil
        rest = scene:equilibrium()
        assert(not rest.ok and not rest.stable and rest.why:find("nothing holds.*'block'"), rest.why)
        assert(scene:hash() == before)
    end
end)

tw.test("a ball rolls into a groove, between stops or not", function()
    for _, stops in ipairs { true, false } do
        local scene, R = tw.scene { gravity = "earth" }, 0.1
        for _, side in ipairs { -1, 1 } do
            local q = tw.axis_angle({ 0, 1, 0 }, side * math.rad(-45))
            scene:box { size = { 2, 2, 0.2 }, orientation = q, position = q * tw.vec3(side * 0.9, 0, -0.1), fixed = true, collide = true, friction = 0 }
            if stops then
                scene:box { size = { 2, 0.2, 2 }, position = { 0, side * (R + 0.1), 0 }, fixed = true, collide = true, friction = 0 }
            end
        end
        local ball = scene:sphere { radius = R, position = { 0.3, 0, 0.6 }, collide = true, friction = 0 }
        local rest = scene:equilibrium()
        assert(rest.ok and rest.stable and rest.contacts, rest.why)
        near(ball.position.x, 0, 1e-7, "x")
        near(ball.position.z, R * math.sqrt(2), 1e-7, "z")
        local flanks = 0
        for _, c in ipairs(scene.contacts) do
            if math.abs(c.normal.y) < 0.5 then
                near(c.force:length(), ball.mass * G / math.sqrt(2), 1e-6 * ball.mass * G, "flank's force")
                flanks = flanks + 1
            end
        end
        assert(flanks == 2)
        assert(not rest.unique) -- it may turn
    end
end)

-- a ladder of length 2 leans on a smooth wall
local function ladder(degrees, friction)
    local scene, a = tw.scene { gravity = "earth" }, math.rad(degrees)
    scene:ground { height = 0, friction = friction }
    local wall = scene:box { name = "wall", size = { 0.2, 4, 6 }, position = { -0.1, 0, 3 }, fixed = true, collide = true, friction = 0 }
    local r, u = 0.02, tw.vec3(math.cos(a), 0, -math.sin(a)) -- from the wall down
    local top = tw.vec3(r, 0, r + 2 * math.sin(a))
    local rail = scene:capsule { name = "rail", length = 2, radius = r, position = top + u, orientation = tw.axis_angle({ 0, 1, 0 }, math.pi / 2 + a), collide = true, friction = friction }
    -- two rails far apart would do the same; this one may not fall to the side
    scene:on_plane { point = rail.center, through = { 0, 0, 0 }, normal = { 0, 1, 0 } }
    return scene, wall, rail, a
end

tw.test("a ladder at a smooth wall", function()
    local scene, wall, rail, a = ladder(60, 0.5) -- slips where mu < cot(60) / 2 = 0.2887
    local at, rest = rail.position, scene:equilibrium()
    assert(rest.ok and rest.contacts and not rest.unique, rest.why)
    near((rail.position - at):length(), 0, 1e-8, "moved")
    near(pushed(scene, rail, nil).z, rail.mass * G, 1e-7 * rail.mass * G, "on the ground")
    -- torques about the centre of the lower end: wall, weight, friction
    near(pushed(scene, rail, wall).x, rail.mass * G * math.cos(a) / (2 * math.sin(a) + 0.02), 1e-7 * rail.mass * G, "on the wall")
    local slips, _, fallen = ladder(60, 0.2)
    rest = slips:equilibrium()
    assert(rest.ok, rest.why)
    near(fallen.position.z, 0.02, 1e-4, "it lies on the ground")
end)

tw.test("boxes in a stack, dropped", function()
    local scene, n = tw.scene { gravity = "earth" }, 4
    scene:ground { height = 0, friction = 0.5 }
    local box = {}
    for i = 1, n do
        box[i] = scene:box { size = { 0.4, 0.4, 0.2 }, mass = i, position = { 0, 0, 0.2 * i - 0.1 + 0.05 * i }, collide = true, friction = 0.5 }
    end
    local rest = scene:equilibrium()
    assert(rest.ok and rest.stable and rest.contacts, rest.why)
    local above = 0
    for i = n, 1, -1 do
        near(box[i].position.z, 0.2 * i - 0.1, 1e-9, "height")
        above = above + i * G
        near(pushed(scene, box[i], box[i - 1]).z, above, 1e-9 * above, "force from below")
    end
end)

tw.test("a ball upon a ball is at rest, but not stably", function()
    local scene = tw.scene { gravity = "earth" }
    scene:sphere { radius = 0.2, fixed = true, collide = true }
    scene:sphere { radius = 0.1, position = { 0, 0, 0.3 }, collide = true }
    scene:ground { height = -1 }
    local rest = scene:equilibrium()
    assert(rest.ok and not rest.stable, rest.why)
end)

tw.test("a rod falls on to its limit", function()
    local scene = tw.scene { gravity = "earth" }
    local rod = scene:rod { from = { 0, 0, 0 }, to = { 1, 0, 0 }, radius = 0.02 }
    local hinge = scene:hinge { a = rod, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
    local limit = scene:limit { joint = hinge, lower = -0.5, upper = 0.5 }
    local rest = scene:equilibrium()
    assert(rest.ok and rest.stable and rest.unique and rest.contacts, rest.why)
    near(hinge.angle, 0.5, 1e-8, "angle")
    limit.upper = 2
    rest = scene:equilibrium()
    assert(rest.ok and not rest.contacts, rest.why)
    near(hinge.angle, math.pi / 2, 1e-9, "angle")
end)

tw.test("a weight on a spring above a table it does not reach, and on one that it does", function()
    for _, height in ipairs { -0.5, -0.05 } do
        local scene = tw.scene { gravity = "earth" }
        local ball = scene:sphere { radius = 0.05, mass = 1, collide = true, friction = 0 }
        scene:on_line { point = ball.center, through = { 0, 0, 0 }, along = { 0, 0, 1 } }
        scene:orientation { body = ball, to = tw.quat(1, 0, 0, 0) }
        scene:spring { a = ball.center, b = scene:nail { 0, 0, 1 }, rest = 1, stiffness = 100 }
        scene:ground { height = height - 0.05 }
        local rest = scene:equilibrium()
        assert(rest.ok and rest.stable and rest.unique, rest.why)
        near(ball.position.z, math.max(height, -G / 100), 1e-9, "z")
        assert(rest.contacts == (height > -G / 100))
        if rest.contacts then near(pushed(scene, ball, nil).z, G + 100 * height, 1e-7, "table's force") end
    end
end)

tw.test("constraints that contradict each other are told beside contacts, too", function()
    local scene = tw.scene { gravity = "earth" }
    scene:ground { height = 0 }
    local box = scene:box { size = { 0.2, 0.2, 0.2 }, position = { 0, 0, 0.1 }, collide = true }
    local ball = scene:sphere { radius = 0.1, position = { 2, 0, 1 } }
    scene:distance { a = ball.center, b = scene:nail { 2, 0, 2 }, length = 1 }
    assert(scene:equilibrium().ok)
    scene:distance { a = ball.center, b = scene:nail { 2, 0, 2 }, length = 1.5 }
    local before, rest = scene:hash(), nil
    rest = scene:equilibrium()
    assert(not rest.ok and rest.why and scene:hash() == before, rest.why)
    assert(box.position.z == 0.1)
end)

tw.test("a small body far above a ground that moves comes to rest where the ground is now", function()
    local scene = tw.scene { gravity = "earth" }
    scene:ground { height = function(t) return 0.1 * t + 0.02 end, friction = 0.5 }
    local ball = scene:sphere { radius = 0.01, mass = 1, position = { 0, 0, 5 }, collide = true, friction = 0.5 }
    assert(scene:equilibrium().ok)
    near(ball.position.z, 0.03, 1e-9, "height")
    assert(scene.time == 0)
end)
