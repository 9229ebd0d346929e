-- The shipped models: what they are made of, and how they move.
local tw = require "tauwerk"
require "tauwerk.models"

local function near(a, b, within) return math.abs(a - b) <= within end

-- two links turn against each other: I/2 for I, 2 theta0' / W sin(W t), with W^2 = 2 k / I
tw.test("a twisted chain of two links untwists as a torsion pendulum", function()
    for _, link in ipairs { { radius = 0.2 }, { width = 0.45, radius = 0.05 } } do
        local scene = tw.scene { rtol = 1e-11, atol = 1e-13 }
        link.length = 0.8
        local g = scene:chain { count = 2, from = { 0, 0, 0 }, to = { 0, 0, 1.6 }, connect = false, link = link,
            twist = { stiffness = 3 } }
        assert(#g.forces == 1 and #g.constraints == 1)
        local a, b = g.user.links[1], g.user.links[2]
        local inertia = link.width and a.inertia.x or a.inertia.z
        local w = tw.vec3(0, 0, 0.25)
        a.angular_velocity, b.angular_velocity = w, -w
        local period = 2 * math.pi * math.sqrt(inertia / (2 * 3))
        scene:advance(period / 4)
        assert(near(a.angular_velocity.z, 0, 1e-8) and near(b.angular_velocity.z, 0, 1e-8))
        -- all of its energy is in the spring: k theta^2 / 2 = I w^2
        assert(near(scene:energy().potential, inertia * 0.25 ^ 2, 1e-9))
        scene:advance(period / 4)
        assert(near(a.angular_velocity.z, -0.25, 1e-8) and near(b.angular_velocity.z, 0.25, 1e-8))
        scene:advance(period / 2)
        assert(near(a.angular_velocity.z, 0.25, 1e-8))
        assert(near((a.orientation * tw.vec3(0, 1, 0)):dot(b.orientation * tw.vec3(0, 1, 0)), link.width and 0 or 1, 1e-8))
    end
end)

tw.test("damping of the twist takes energy, bending takes none", function()
    local scene = tw.scene { rtol = 1e-10 }
    local g = scene:chain { count = 3, from = { 0, 0, 0 }, to = { 3, 0, 0 }, connect = false,
        twist = { stiffness = 1, damping = 0.3 } }
    g.user.links[1].angular_velocity = { 2, 0, 0 }
    scene:advance(12)
    for _, b in ipairs(g.bodies) do assert(near(b.angular_velocity.x, 2 / 3, 1e-3)) end
end)

tw.test("a link with a width is a chain link, turned against the one before", function()
    local scene = tw.scene {}
    local g = scene:chain { count = 4, from = { 0, 0, 0 }, to = { 2, 0, 0 }, link = { width = 0.3, radius = 0.04 } }
    assert(g.bodies[1].kind == "link" and near(g.bodies[1].pitch, 0.51, 1e-12))
    local normal = tw.vec3(0, 0, 1)
    assert(near((g.bodies[1].orientation * normal):dot(g.bodies[2].orientation * normal), 0, 1e-12))
    -- without the slack it is exactly in place
    scene = tw.scene {}
    assert(scene:chain { count = 4, from = { 0, 0, 0 }, to = { 0, 0, 2 }, sag = 0, link = { width = 0.3, radius = 0.04 } }.met)
end)

tw.test("slack where it is asked for, and where both ends are held", function()
    for _, case in ipairs { { true, nil, 0.02 }, { true, 0.3, 0.3 }, { false, nil, 0 }, { false, 0.3, 0.3 }, { "begin", 0.3, 0.3 } } do
        local g, sum = tw.scene {}:chain { count = 5, from = { 0, 0, 0 }, to = { 2, 0, 0 }, connect = case[1], sag = case[2], link = { radius = 0.02 } }, 0
        for _, link in ipairs(g.user.links) do sum = sum + link.length end
        assert(near(sum, 2 * (1 + case[3]), 1e-12), sum)
    end
end)

tw.test("a chain that is held at one end may be too short: it flies together", function()
    local scene = tw.scene { gravity = "earth", tau = 0.05 }
    scene:drag { rate = 4 }
    local g = scene:chain { count = 3, from = { 0, 0, 5 }, to = { 3, 0, 5 }, connect = "begin", link = { length = 0.5, radius = 0.05 } }
    assert(not g.met)
    scene:advance(3)
    assert(g.met)
end)

tw.test("a figure: limbs, masses, height", function()
    local scene = tw.scene {}
    local f = scene:figure { height = 2, mass = 80, position = { 1, 2, 3 }, orientation = tw.axis_angle({ 0, 0, 1 }, 1) }
    assert(#f.bodies == 15 and #f.constraints == 14 and f.met)
    local mass = 0
    for _, b in ipairs(f.bodies) do mass = mass + b.mass end
    assert(near(mass, 80, 1e-9))
    local head, foot = f.user.head, f.user["foot.l"]
    assert(scene:find "figure1/upper_arm.l" == f.user["upper_arm.l"] and scene:find "figure1/knee.r".kind == "hinge")
    assert(near(foot.end1.position.z - foot.radius, 3, 1e-12))
    assert(near(head:to_world(head:authored { 0, 0, 0.2 }).z, 5, 1e-12)) -- the crown
    -- 15 bodies, 8 balls and 6 hinges: 6 + 8 * 3 + 6 freedoms
    assert(scene:diagnose().freedoms == 36)
    local dense = scene:figure { density = 500, color = { 1, 0, 0 } }
    assert(near(dense.user.pelvis.density, 500, 1e-9) and near(dense.user.head.color.x, 1, 1e-12))
end)

tw.test("knees and elbows of a figure bend one way", function()
    local scene = tw.scene { gravity = "earth" }
    local f = scene:figure { limits = true, position = { 0, 0, 1 } }
    f.user.pelvis.fixed = true
    local knee, elbow = scene:find "figure1/knee.l", scene:find "figure1/elbow.l"
    f.user["shank.l"].angular_velocity, f.user["forearm.l"].angular_velocity = { -3, 0, 0 }, { 3, 0, 0 }
    local least, most = 0, 0
    for _ = 1, 8 do
        scene:advance(0.05)
        least, most = math.min(least, knee.angle, elbow.angle), math.max(most, knee.angle)
    end
    assert(least > -0.02, least)
end)
