-- tw.import of MJCF: which ranges limit, welds to the world, turns and names that are given twice
local tw = require "tauwerk"
local robots = require "_robots"
local near, made = robots.near, robots.made

-- without `limited` a range limits if its first number is less than its second: "0 0" undoes that of a class
local function fall(joint, compiler)
    local robot, told, scene = made((compiler or "") .. '<default><joint type="slide" axis="0 0 1"/></default><worldbody><body name="b"><joint '
        .. joint .. '/><geom size=".1"/></body></worldbody>')
    if not robot then return nil, told end
    scene:advance(1)
    return robot.body.b.position.z, told
end
local free = -9.81 / 2
for _, case in ipairs {
    { 'range="-1 1"', -1 },
    { 'range="-1 1" limited="auto"', -1 },
    { 'range="0 0"', free },
    { 'range="0 0" limited="false"', free },
    { 'range="-1 1" limited="false"', free },
    { 'range="-1 1"', free, '<compiler autolimits="false"/>' },
    { 'range="-1 1" limited="true"', -1, '<compiler autolimits="false"/>' },
    { 'range="1 -1"', free, told = "'range' of <joint> is passed over: its first number is not the lower one\n" },
} do
    local z, told = fall(case[1], case[3])
    near(z, case[2], 1e-6, case[1])
    assert(told == (case.told or ""), told)
end
for said, pattern in pairs {
    ['limited="true"'] = "attribute 'range': expected the lower one first, got ''",
    ['limited="true" range="1 1"'] = "attribute 'range': expected the lower one first, got '1 1'",
    ['limited="yes" range="0 1"'] = "attribute 'limited': expected true, false or auto, got 'yes'",
} do
    local z, why = fall(said)
    assert(not z and why:find(pattern, 1, true), why)
end

-- likewise of the control of an actuator, and of its force
for range, effort in pairs { ["0 0"] = 6, ["-1 1"] = 2 } do
    for _, attribute in ipairs { 'ctrlrange="%s"', 'forcerange="%s"' } do
        local robot = made('<worldbody><body><joint name="j"/><geom size=".1" pos=".1 0 0"/></body></worldbody><actuator><motor name="m" joint="j" gear="2" '
            .. attribute:format(range) .. "/></actuator>")
        robot.motor.m.control = 3
        near(robot.motor.m.spring.effort, effort, 0, attribute:format(range))
    end
end

-- a body welded to the world in a relative pose, whichever of the two comes first: the pose of body2 seen from body1
local turn = "0.8 0 0 0.6" -- by 2 arctan (3/4) about z: (x, y) comes to (0.28 x - 0.96 y, 0.96 x + 0.28 y)
for words, at in pairs {
    ['body1="b" body2="world"'] = tw.vec3(-0.1 * 0.28, 0.1 * 0.96, -1), -- the world is at .1 0 1 of the body
    ['body1="b"'] = tw.vec3(-0.1 * 0.28, 0.1 * 0.96, -1),
    ['body1="world" body2="b"'] = tw.vec3(0.1, 0, 1),
    ['body2="b"'] = tw.vec3(0.1, 0, 1),
} do
    local robot, told, scene = made('<worldbody><body name="b" pos="0 0 .2"><freejoint/><geom type="box" size=".1 .2 .3"/></body></worldbody>'
        .. '<equality><weld name="w" ' .. words .. ' relpose=".1 0 1 ' .. turn .. '"/></equality>', { tau = 0.02 })
    assert(robot and told == "", told)
    scene:advance(2)
    local b = robot.body.b
    near((b.position - at):length(), 0, 1e-6, words)
    local q = b.orientation * (words:find 'body1="b"' and tw.quat(0.8, 0, 0, 0.6) or tw.quat(0.8, 0, 0, -0.6))
    near(q.x ^ 2 + q.y ^ 2 + q.z ^ 2, 0, 1e-12, words .. ": turn")
end
-- without a pose it stays where it is
local robot, _, scene = made [[<worldbody><body name="b" pos="0 0 .2"><freejoint/><geom size=".1"/></body></worldbody><equality><weld body1="b"/></equality>]]
scene:advance(0.5)
near(robot.body.b.position.z, 0.2, 1e-9, "welded to the world")

-- what is given twice
for text, message in pairs {
    ['<default><geom euler="1 0 0" zaxis="1 0 0"/></default>'] = "<geom>: expected one of quat, axisangle, euler, xyaxes and zaxis, got 2",
    ['<default><default class="c"><geom quat="1 0 0 0" zaxis="1 0 0"/></default></default>'] = "<geom>: expected one of quat",
    ['<default><default class="c"/><default class="c"/></default>'] = "<default>: there is a class 'c' already",
    ['<worldbody><body name="a"/>\n<body name="a"/></worldbody>'] = ":2: <body>: attribute 'name': there is a body 'a' in line 1",
    ['<worldbody><body><joint name="j"/>\n<body><joint name="j"/></body></body></worldbody>'] = ":2: <joint>: attribute 'name': there is a joint 'j' in line 1",
} do
    local none, why = made(text)
    assert(not none and why:find(message, 1, true), tostring(why))
end
-- a class may say a turn in other words than the class above it: the inner one counts
local inner = made [[<default><default class="p"><geom euler="0 90 0" type="capsule" size=".1 .3"/><default class="q"><geom zaxis="0 1 0"/></default></default>
    </default><worldbody><body><freejoint/><geom class="q"/></body></worldbody>]]
near((inner.model.bodies[1].geoms[1].orientation * tw.vec3(0, 0, 1)).y, 1, 1e-12, "zaxis of the inner class")

-- what no robot has: errors with file and line
local two = '<worldbody><body name="a"><joint name="j"/><geom size=".1"/><site name="s"/><site name="t"/></body><body name="b"><freejoint/><geom size=".1"/></body></worldbody>\n'
for text, message in pairs {
    [two .. '<equality><weld body1="world" relpose="0 0 1 1 0 0 0"/></equality>'] = ":2: <weld>: expected two bodies, got 'world' twice",
    [two .. '<equality><connect body1="a" body2="a" anchor="0 0 0"/></equality>'] = ":2: <connect>: expected two bodies, got 'a' twice",
    [two .. '<equality><weld site1="s" site2="t"/></equality>'] = ":2: <weld>: expected sites of two bodies, got 's' and 't'",
    [two .. '<tendon><fixed damping="-1"><joint joint="j" coef="1"/></fixed></tendon>'] = ":2: <fixed>: attribute 'damping': expected 0 or more, got -1",
    ['<worldbody><body><joint damping="-1"/></body></worldbody>'] = ":1: <joint>: attribute 'damping': expected 0 or more, got -1",
    ['<worldbody><geom contype="1.5" size="1"/></worldbody>'] = ":1: <geom>: attribute 'contype': expected a whole number, got '1.5'",
} do
    local none, why = made(text)
    assert(not none and why:find(message, 1, true), tostring(why))
end
