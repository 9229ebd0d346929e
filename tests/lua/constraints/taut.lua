-- chains that are too short come to rest where |D| is least; slowing them takes no momentum from nowhere
local tw = require "tauwerk"

local function rod(scene, from, direction)
    local u = tw.vec3(table.unpack(direction)):normalized()
    return scene:rod { length = 0.4, radius = 0.03, position = from + u * 0.2, orientation = tw.rotation({ 0, 0, 1 }, u) }, from + u * 0.4
end

tw.test("between nails", function()
    local scene = tw.scene { tau = 0.3 }
    local start, stop = scene:nail { 0, 0, 0 }, scene:nail { 0.82, 0, 0 }
    local one, middle = rod(scene, tw.vec3(0, 0, 0), { 0.41, 0, 0.05 })
    local two = rod(scene, middle, { 0.41, 0, -0.05 })
    local joints = { scene:connect(one.end1, start), scene:connect(one.end2, two.end1), scene:connect(two.end2, stop) }
    local sums = 0
    scene:every(0.1, function()
        local s, f = joints[3].split, joints[3].force
        sums = math.max(sums, (s.external + s.inertial + s.velocity + s.deviation - f):length() / (1 + f:length()))
    end)
    scene:advance_to(8)
    assert(sums < 1e-9, sums)
    for _, b in ipairs(scene.bodies) do
        assert(b.velocity:length() < 1e-6 and b.angular_velocity:length() < 1e-5, b.velocity:length())
    end
    -- 2 cm shared by three joints, in a straight line: the least sum of squares
    for _, c in ipairs(joints) do assert(math.abs(c.deviation:length() - 0.02 / 3) < 1e-6, c.deviation:length()) end
    assert(math.abs(one.end2.position.z) < 1e-6)
end)

tw.test("free: a triangle whose sides do not reach", function()
    local scene = tw.scene { tau = 0.3 }
    local one, top = rod(scene, tw.vec3(0, 0, 0), { 0.41, 0.02, 0.06 })
    local two = rod(scene, top, { 0.41, -0.02, -0.05 })
    local base = scene:rod { from = { 0, 0, 0 }, to = { 0.82, 0, 0 }, radius = 0.03 }
    scene:connect(one.end1, base.end1)
    scene:connect(one.end2, two.end1)
    scene:connect(two.end2, base.end2)
    one.velocity = { 0.1, 0.3, -0.2 }
    base.angular_velocity = { 0, 0.4, 0.2 }
    local p = scene:momentum()
    scene:advance_to(4)
    -- (forces at points that are apart turn the whole: angular momentum is not kept by the equation)
    assert((scene:momentum() - p):length() < 1e-9 * p:length())
end)

-- three rods under gravity: their joints circle the line between the nails, which changes no |D|; strained islands are
-- slowed all the same (they went on with 0.5 to 2 m/s for ever)
local function short(stepper, settings)
    settings.gravity, settings.tau, settings.stepper = "earth", 0.3, stepper
    local scene = tw.scene(settings)
    local at, last = tw.vec3(0, 0, 3), scene:nail { 0, 0, 3 }
    for _ = 1, 3 do
        local r
        r, at = rod(scene, at, { 0, 0, -1 })
        scene:connect(r.end1, last)
        last = r.end2
    end
    scene:advance_to(0.3)
    scene:connect(last, scene:nail { 0.5, 0.5, 2 })
    return scene
end

for _, stepper in ipairs { "auto", "dopri", "adams" } do
    tw.test("three rods under gravity, " .. stepper, function()
        local scene = short(stepper, {})
        scene:advance_to(8)
        for _, b in ipairs(scene.bodies) do assert(b.velocity:length() < 1e-3, b.velocity:length()) end
    end)
end

-- a state saved while the island is strained, and inside a step, goes on with the same bits
tw.test("a saved state knows what is strained", function()
    local scene = short("auto", {})
    scene:advance_to(1.813)
    local saved = scene:snapshot()
    scene:advance_to(1.9)
    local hash = scene:hash()
    scene:advance_to(2.1)
    scene:restore(saved)
    scene:advance_to(1.9)
    assert(scene:hash() == hash)
end)
