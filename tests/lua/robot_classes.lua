-- MJCF: classes of defaults and turns, tendons over several sites, springs of free joints, as MuJoCo 2.2.2 has them; motors on sites and on
-- sums of many joints.
local tw = require "tauwerk"
local robots = require "_robots"
local near, made = robots.near, robots.made

robots.falls("classes.xml", "classes.lua", {})
assert(#robots.falls("loose.xml", "loose.lua", {}).notices.list == 0)
local strings = robots.falls("strings.xml", "strings.lua", {})
assert(strings.notices:lines()[1]:find "strings.xml:12: joints of one body", strings.notices:lines()[1])
assert(#strings.notices:lines() == 1)

-- the script that import writes has the same forces: the same bits
do
    local text = tw.import(robots.folder .. "strings.xml"):script()
    local other = assert(load(text))()
    local scene = tw.scene { gravity = { 0, 0, -9.81 } }
    local robot = tw.import(robots.folder .. "strings.xml", { scene = scene })
    for _, s in ipairs { scene, other } do s:advance_to(0.5) end
    for i, body in ipairs(scene.bodies) do
        assert((body.position - other.bodies[i].position):length() == 0, robot.name .. ": " .. body.name)
    end
end

-- two turns in one element
local _, why = made '<worldbody><body name="b"><geom size=".1" euler="1 0 0" quat="1 0 0 0"/></body></worldbody>'
assert(why:find "%.xml:1: <geom>: expected one of quat, axisangle, euler, xyaxes and zaxis, got 2", why)

-- a spring with a length between which it is slack pulls nothing there, and its excess outside; flags leave out springs or dampers
do
    local text = [[<worldbody><site name="w"/><body name="b" pos="0 0 -.5"><joint type="slide" axis="0 0 1"/><geom size=".1" mass="1"/>
        <site name="s"/></body></worldbody><tendon><spatial stiffness="100" damping="%g" springlength="0.4 0.6"><site site="w"/><site site="s"/>
        </spatial></tendon>]]
    local robot, told, scene = made(text:format(20))
    assert(told == "", told)
    scene:advance_to(20)
    near(robot.body.b.position.z, -0.6 - 9.81 / 100, 1e-6, "it hangs by the excess")
    robot, _, scene = made('<option><flag spring="disable"/></option>' .. text:format(20))
    scene:advance_to(20)
    near(robot.body.b.velocity.z, -9.81 / 20, 1e-6, "it sinks as the damper lets it")
    robot, _, scene = made('<option><flag damper="disable"/></option>' .. text:format(20))
    scene.gravity, robot.body.b.velocity = { 0, 0, 0 }, { 0, 0, -0.5 }
    scene:advance_to(0.1)
    near(robot.body.b.position.z, -0.55, 1e-9, "slack")
    scene:advance_to(0.2 + math.pi / 10) -- half a period of sqrt(k / m) = 10 / s outside, and back
    near(robot.body.b.velocity.z, 0.5, 1e-6, "it bounces")
end
for _, case in ipairs {
    { '<site site="w"/><geom geom="g"/><site site="s"/>', "springs of tendons that bend around geoms are passed over" },
    { ('<site site="w"/><site site="s"/>'):rep(32), "springs of tendons with more than 64 sites and segments between them are passed over" },
} do
    local _, told = made('<worldbody><site name="w"/><body name="b"><freejoint/><geom name="g" size=".1"/><site name="s" pos="0 0 1"/></body></worldbody>'
        .. '<tendon><spatial stiffness="1">' .. case[1] .. "</spatial></tendon>")
    assert(told == case[2] .. "\n", told)
end

for _, case in ipairs {
    { "", '<pulley divisor="0"/>', "%.xml:1: <pulley>: attribute 'divisor': expected a number above 1e%-6, got 0" },
    { "", "<pulley/>", "%.xml:1: <pulley>: attribute 'divisor'" },
    { 'damping="-1"', "", "%.xml:1: <spatial>: expected no negative stiffness or damping" },
} do
    local _, wrong = made('<worldbody><site name="w"/><body name="b"><freejoint/><geom size=".1"/><site name="s" pos="0 0 1"/></body></worldbody><tendon>'
        .. '<spatial stiffness="1" ' .. case[1] .. '><site site="w"/>' .. case[2] .. '<site site="s"/></spatial></tendon>')
    assert(wrong:find(case[3]), wrong)
end

-- sites that meet: no direction, no force, and it goes on; with base = "fixed" the springs of a free joint do nothing
do
    local robot, told, scene = made [[<worldbody><site name="w"/><body name="b"><joint type="slide" axis="0 0 1"/><geom size=".1" mass="1"/><site name="s"/>
        </body></worldbody><tendon><spatial stiffness="100" springlength="0 0.5"><site site="w"/><site site="s"/></spatial></tendon>]]
    assert(told == "", told)
    scene:advance_to(0.2)
    near(robot.body.b.position.z, -9.81 / 2 * 0.04, 1e-9, "it falls")
    robot = tw.import(robots.folder .. "strings.xml", { scene = tw.scene { gravity = { 0, 0, -9.81 } }, base = "fixed" })
    local x = robot.body.loose.position
    robot.scene:advance_to(0.2)
    assert(robot.body.loose.fixed and (robot.body.loose.position - x):length() == 0)
end

-- a motor at a site pushes and turns along the site's axes, limited to its range
do
    local robot, told, scene = made [[<worldbody><body name="b"><freejoint/><geom type="box" size=".1 .1 .1" mass="2"/><site name="s" pos=".1 0 0"
        euler="0 90 0"/></body></worldbody><actuator><motor name="m" site="s" gear="0 0 3 0 0 0.5" ctrlrange="0 2"/></actuator>]]
    assert(told == "", told)
    scene.gravity = { 0, 0, 0 }
    robot.motor.m.control = 5
    scene:advance_to(0.1)
    -- the site's z is the body's x: a force of 6 N along it, and a torque of 1 N m about it
    near(robot.body.b.velocity.x, 6 / 2 * 0.1, 1e-9, "it is pushed")
    near(robot.body.b.angular_velocity.x, 1 / (2 * 0.04 / 6) * 0.1, 1e-9, "it is turned")
    assert(robot.motor.m.gear[3] == 3 and robot.motor.m.force and robot.motor.m.torque)
    robot.motor.m.control = function(t) return t end
    assert(not pcall(function() return robot.motor.m.spring end))
end

-- a sum of eight joints: efforts act on all; what needs the sum itself is told
do
    local bodies, joints = "", ""
    for i = 1, 8 do
        bodies = bodies .. string.format('<body name="b%d" pos="%d 0 0"><joint name="j%d" type="slide" axis="0 0 1"/><geom size=".1" mass="%d"/></body>', i, i, i, i)
        joints = joints .. string.format('<joint joint="j%d" coef="%d"/>', i, i)
    end
    local text = "<worldbody>" .. bodies .. '</worldbody><tendon><fixed name="t"%s>' .. joints .. "</fixed></tendon>%s"
    local robot, told, scene = made(text:format("", '<actuator><motor name="m" tendon="t" gear="2"/></actuator>'))
    assert(told == "", told)
    scene.gravity = { 0, 0, 0 }
    robot.motor.m.control = 3
    scene:advance_to(0.5)
    for i = 1, 8 do near(robot.body["b" .. i].velocity.z, 3, 1e-9, "body " .. i) end
    for _, case in ipairs {
        { ' stiffness="1"', "", "springs and dampers of tendons over more than 6 joints are passed over" },
        { "", '<actuator><position tendon="t"/></actuator>', "actuators with feedback over more than 6 joints are passed over" },
        { "", '<equality><tendon tendon1="t"/></equality>', "<tendon> over more than 6 joints is passed over" },
    } do
        robot, told = made(text:format(case[1], case[2]))
        assert(told == case[3] .. "\n", told)
    end
end

-- the longest function of a tendon that is read: 25 segments of 39 sites, each with its variables
do
    local sites, path = {}, {}
    for i = 1, 39 do sites[i] = string.format('<site name="p%d" pos="0 %g 0"/>', i, i / 10) end
    for i = 1, 12 do path[i] = string.format('<site site="p%d"/><site site="p%d"/><pulley divisor="1"/>', 2 * i - 1, 2 * i) end
    for i = 25, 38 do path[#path + 1] = string.format('<site site="p%d"/>', i) end
    local robot = made('<worldbody><site name="p39" pos="0 0 1"/><body name="b"><freejoint/><geom size=".1"/>' .. table.concat(sites, "", 1, 38)
        .. '</body></worldbody><tendon><spatial stiffness="1" springlength="0">' .. table.concat(path) .. '<site site="p39"/></spatial></tendon>')
    assert(robot)
end

-- minus zero is zero, and no comment of the text that is made
for _, text in ipairs {
    '<body name="b"><joint type="free" stiffness="-0.0" damping="1"/><geom size=".1"/></body></worldbody>',
    '<site name="w"/><body name="b"><freejoint/><geom size=".1"/><site name="s" pos="0 0 1"/></body></worldbody>'
        .. '<tendon><spatial stiffness="-0.0" damping="1" springlength=".1 .2"><site site="w"/><site site="s"/></spatial></tendon>',
} do
    local _, told, scene = made("<worldbody>" .. text)
    assert(told == "", told)
    scene:advance_to(0.1)
end

-- a constant bias of a motor on a site acts before any control is given, as on a joint
do
    local body = '<worldbody><body name="b"><freejoint/><geom size=".1" mass="1"/><site name="s"/></body></worldbody>'
    local motor = '<actuator><general name="m" site="s" gear="1 0 0 0 0 .001" biastype="affine" biasprm="5 0 0"/></actuator>'
    local robot, told, scene = made(body .. motor)
    assert(told == "", told)
    scene.gravity = { 0, 0, 0 }
    scene:advance_to(0.1)
    near(robot.body.b.velocity:length(), 0.5, 1e-4, "pushed along an axis that turns a little")
    robot.motor.m.control = function(t) return 10 * (t - 0.1) - 5 end -- a velocity of 5 s^2 more after s seconds
    scene:advance_to(0.3)
    near(robot.body.b.velocity:length(), 0.5 + 0.2, 1e-3, "a control that is a function of time")
    local name = os.tmpname()
    local file <close> = assert(io.open(name .. ".xml", "w"))
    file:write("<mujoco>" .. body .. motor .. "</mujoco>")
    file:close()
    local code = tw.import(name .. ".xml"):script()
    os.remove(name .. ".xml")
    os.remove(name)
    assert(select(2, code:gsub("\nmotor[^\n]* = robot:", "")) == 2, code)
end

-- two sites of one name, and endless lists
for text, message in pairs {
    ['<body name="b"><geom size=".1"/><site name="s"/><site name="s"/></body>'] = "<site>: attribute 'name': there is a site 's'",
    ['<body name="b"><geom type="box" size="' .. ("1 "):rep(11) .. '"/></body>'] = "<geom>: attribute 'size': expected at most 10 numbers, got 11",
} do
    local robot, told = made('<default><geom size=".1 .2 .3"/></default><worldbody>' .. text .. "</worldbody>")
    assert(not robot and told:find(message, 1, true), told)
end
