-- tw.import of MJCF: masses, principal moments and falls as MuJoCo 2.2.2 has them (tests/data/robots/*.lua: what it said, RK4 at
-- 2e-5 s); what is passed over is told; hostile and wrong files are errors that name the line
local tw = require "tauwerk"
local robots = require "_robots"
local folder, falls, near = robots.folder, robots.falls, robots.near

falls("walker.xml", "walker_free.lua", { armature = false })
local robot = falls("walker.xml", "walker_rotors.lua", {})
for i, name in ipairs { "trunk", "head", "left_thigh", "left_shin", "left_foot", "right_arm", "right_hand", "cart", "pole" } do
    assert(robot.bodies[i] == robot.body[name], "order of bodies: " .. name)
end
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
local function fails(text, pattern) robots.fails(text, ".xml", pattern) end
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
fails('<mujoco><asset><mesh name="m" file="a.max"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>', "convert it")
fails('<mujoco><worldbody><body name="b"><geom size="nan"/></body></worldbody></mujoco>', "expected numbers, got 'nan'")
for _, wrong in ipairs { { scene = 1 }, { base = "loose" }, { at = "here" }, { scatter = 1.5 }, { limit = false } } do
    assert(not pcall(tw.import, folder .. "walker.xml", wrong))
end
local ok, message = pcall(function() return robot.body.hed end)
assert(not ok and message:find "did you mean 'head'", message)
