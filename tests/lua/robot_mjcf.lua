-- tw.import of MJCF: masses, principal moments and falls as MuJoCo 2.2.2 has them (tests/data/robots/*.lua: what it said, RK4 at
-- 2e-5 s); what is passed over is told; hostile and wrong files are errors that name the line
local tw = require "tauwerk"
local folder = "tests/data/robots/"

local function near(a, b, within, what)
    if not (math.abs(a - b) <= within * math.max(1, math.abs(b))) then
        error(string.format("%s: got %.17g, expected %.17g", what, a, b), 2)
    end
end

local function matrix(I)
    if type(I[1]) ~= "number" then return I end
    return { { I[1], 0, 0 }, { 0, I[2], 0 }, { 0, 0, I[3] } }
end

-- the three invariants of the inertia against those of principal moments
local function same_moments(I, p, what)
    local m = matrix(I)
    local trace = m[1][1] + m[2][2] + m[3][3]
    local minors = m[1][1] * m[2][2] - m[1][2] ^ 2 + m[1][1] * m[3][3] - m[1][3] ^ 2 + m[2][2] * m[3][3] - m[2][3] ^ 2
    local det = m[1][1] * (m[2][2] * m[3][3] - m[2][3] * m[3][2]) - m[1][2] * (m[2][1] * m[3][3] - m[2][3] * m[3][1])
        + m[1][3] * (m[2][1] * m[3][2] - m[2][2] * m[3][1])
    local s = p[1] + p[2] + p[3]
    near(trace / s, 1, 1e-9, what .. ": trace")
    near(minors / (p[1] * p[2] + p[1] * p[3] + p[2] * p[3]), 1, 1e-9, what .. ": minors")
    near(det / (p[1] * p[2] * p[3]), 1, 1e-9, what .. ": determinant")
end

local function falls(file, recorded, options)
    local want = dofile(folder .. recorded)
    local scene = tw.scene { gravity = { 0, 0, -9.81 }, rtol = 1e-9, atol = 1e-12 }
    options.scene, options.limits, options.contacts, options.actuators, options.world = scene, false, false, false, false
    local robot = tw.import(folder .. file, options)
    assert(#robot.bodies == #want.bodies, "number of bodies")
    for i, w in ipairs(want.bodies) do
        assert(robot.bodies[i] == robot.body[w[1]], "order of bodies: " .. w[1])
        near(robot.bodies[i].mass, w[2], 1e-9, w[1] .. ": mass")
        same_moments(robot.bodies[i].inertia, w[3], w[1])
    end
    robot:pose(want.pose)
    for _, s in ipairs(want.samples) do
        scene:advance_to(s[1])
        for i = 1, #want.bodies do
            local d = (robot.bodies[i].position - tw.vec3(s[i + 1])):length()
            if not (d < (s[1] == 0 and 1e-9 or 1e-6)) then
                error(string.format("%s at %g s: %s is %.3g m off", recorded, s[1], want.bodies[i][1], d))
            end
        end
    end
    return robot
end

falls("walker.xml", "walker_free.lua", { armature = false })
local robot = falls("walker.xml", "walker_rotors.lua", {})
assert(robot.joint.root.kind == "serial" and robot.joint.right_shoulder.kind == "ball" and #robot.joints == 13)

-- motors, points, limits, the key frame
local scene = tw.scene { gravity = { 0, 0, -9.81 } }
robot = scene:add(tw.import(folder .. "walker.xml", { contacts = false, at = { 0, 0, 5 } }))
robot.motor.knee.control = 3 -- beyond its range: 1
near(robot.motor.knee.spring.effort, 30, 0, "motor")
near(robot.motor.ankle.spring.stiffness, 20, 0, "servo")
robot.motor.tendon.control = function(t) return tw.math.sin(t) end
near((robot.point.chest.position - robot.body.trunk:to_world(robot.body.trunk:authored { 0.1, 0, 0.1 })):length(), 0, 1e-12, "site")
robot:keyframe "kick"
near(robot.joint.left_hip_x.angle, 0.2, 1e-12, "key frame")
near(robot.joint.left_hip_y.angle, -0.3 - math.rad(5), 1e-12, "key frame, with ref")
near(robot.joint.cart_y.angle, 0.2, 1e-12, "key frame, in a row")

-- parts that lie about come together, the same way each time
local function scattered(seed)
    local s = tw.scene { tau = 0.1 }
    local r = tw.import(folder .. "walker.xml", { scene = s, contacts = false, limits = false, springs = false, armature = false,
        world = false, scatter = seed })
    s:drag { rate = 5 }
    s:advance(3)
    for _, c in ipairs(r.group.constraints) do
        if c.kind ~= "serial" or c.rows then
            local d = c.deviation
            d = type(d) == "number" and math.abs(d) or d.x and d:length() or math.sqrt((function()
                local sum = 0
                for _, x in ipairs(d) do sum = sum + x * x end
                return sum
            end)())
            assert(d < 1e-4, c.name .. " is apart: " .. d)
        end
    end
    return s:hash()
end
assert(scattered(1) == scattered(1) and scattered(1) ~= scattered(2), "scatter")

-- errors: at the script's line, with the file's
local function fails(text, pattern)
    local name = os.tmpname()
    local file <close> = assert(io.open(name .. ".xml", "w"))
    file:write(text)
    file:close()
    local ok, message = pcall(tw.import, name .. ".xml", { scene = tw.scene {} })
    os.remove(name .. ".xml")
    os.remove(name)
    assert(not ok, "expected an error for " .. text)
    if not tostring(message):find(pattern) then error("expected " .. pattern .. ", got " .. tostring(message), 2) end
    assert(tostring(message):find "robot_mjcf.lua:%d+: ", tostring(message))
end
fails("<mujoco><worldbody>", "xml:1: this is no XML: no element found")
fails('<!DOCTYPE m [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><mujoco>&b;</mujoco>', "the entity 'a' is declared")
fails('<!DOCTYPE m [<!ENTITY a SYSTEM "/etc/passwd">]><mujoco>&a;</mujoco>', "the entity 'a' is declared")
fails(string.rep("<mujoco>", 200), "nested more than 100 deep")
fails("<html/>", "expected <mujoco>")
fails('<mujoco><include file="../../etc/passwd"/></mujoco>', "<include>: ")
fails('<mujoco>\n<worldbody><body name="b"><geom size="x"/></body></worldbody></mujoco>', "xml:2: <geom>: attribute 'size': expected numbers, got 'x'")
fails('<mujoco><worldbody><body name="b"><geom size="-1"/></body></worldbody></mujoco>', "expected positive numbers")
fails('<mujoco><worldbody><body name="b"><joint/></body></worldbody></mujoco>', "body 'b' moves, but has neither mass")
fails('<mujoco><worldbody><body><geom class="no"/></body></worldbody></mujoco>', "no class of defaults 'no'")
fails('<mujoco><actuator><motor joint="no"/></actuator></mujoco>', "there is no joint 'no'")
fails('<mujoco><asset><mesh name="m" file="a.dae"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>', "convert it")
fails('<mujoco><worldbody><body name="b"><geom size="nan"/></body></worldbody></mujoco>', "expected numbers, got 'nan'")
for _, wrong in ipairs { { scene = 1 }, { base = "loose" }, { at = "here" }, { scatter = 1.5 }, { limit = false } } do
    assert(not pcall(tw.import, folder .. "walker.xml", wrong))
end
local ok, message = pcall(function() return robot.body.hed end)
assert(not ok and message:find "did you mean 'head'", message)
