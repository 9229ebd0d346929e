-- Records of the last bits in robots' files: errors in all of them have file and line, equalities are those that close loops or couple, what
-- a thing is decides and not its name, options and settings, and many pairs that do not collide.
local tw = require "tauwerk"

local function file_of(text, ending)
    local stem = os.tmpname()
    os.remove(stem)
    local file <close> = assert(io.open(stem .. ending, "w"))
    file:write(text)
    return stem .. ending
end

local function import(text, options, ending)
    local name = file_of(text, ending or ".xml")
    local result = table.pack(pcall(tw.import, name, options))
    os.remove(name)
    return table.unpack(result, 1, result.n)
end

-- the scene that a robot was written from, again
local function again(text, options, ending)
    local ok, robot = import(text, nil, ending)
    assert(ok, tostring(robot))
    local scene = tw.scene(robot.settings or {})
    options = options or {}
    options.scene = scene
    ok, robot = import(text, options, ending)
    assert(ok, tostring(robot))
    return scene, robot
end

local function same(one, two, seconds)
    for k = 1, 5 do
        one:advance_to(k / 5 * seconds)
        two:advance_to(k / 5 * seconds)
        assert(#one.bodies == #two.bodies)
        for i, body in ipairs(one.bodies) do
            local d = (body.position - two.bodies[i].position):length()
            assert(d == 0, string.format("%s at %g s: %g m", body.name, k / 5 * seconds, d))
        end
    end
end

-- two swinging bars of four, a weld, a coupling, joints with dry friction and armature
local text = [[<mujoco model="m"><compiler angle="radian"/><worldbody>
    <body name="a" pos="0 0 1"><joint name="j" axis="0 1 0" armature="0.01" frictionloss="0.02"/><geom type="box" size="0.2 0.02 0.02" pos="0.2 0 0"/>
      <body name="b" pos="0.4 0 0"><joint name="k" axis="0 1 0"/><geom type="box" size="0.02 0.02 0.2" pos="0 0 -0.2"/>
        <body name="f" pos="0 0.1 -0.2"><geom size="0.03"/></body></body></body>
    <body name="c" pos="0 0 0.6"><joint name="l" axis="0 1 0"/><geom type="box" size="0.2 0.02 0.02" pos="0.2 0 0"/></body>
    <body name="d" pos="2 0 1"><joint name="ball" type="ball" armature="0.02"/><geom type="box" size="0.2 0.05 0.02" pos="0.2 0.1 0"/></body>
    <body name="e" pos="3 0 1"><joint name="e1" axis="0 1 0"/><geom size="0.1" pos="0.2 0 0"/></body>
    <body name="g" pos="4 0 1"><joint name="g1" axis="0 1 0"/><geom size="0.1" pos="0.2 0 0"/></body></worldbody>
    <equality><connect body1="b" body2="c" anchor="0 0 -0.4"/><joint joint1="e1" joint2="g1" polycoef="0 2 0 0 0"/></equality></mujoco>]]

local scene = tw.scene { name = "m", gravity = { 0.1, 0.2, -9.7 }, tau = 0.13, rtol = 1e-7 }
local ok, robot = import(text, { scene = scene })
assert(ok and #robot.equalities == 2, tostring(robot))
local written = { [".xml"] = scene:robot_text "mjcf", [".sdf"] = scene:robot_text "sdf" } -- URDF has no ball joints
for ending, exported in pairs(written) do
    local start = tw.scene { name = "m", gravity = { 0.1, 0.2, -9.7 }, tau = 0.13, rtol = 1e-7 }
    local _, first = import(text, { scene = start })
    local second, other = again(exported, nil, ending)
    assert(#other.equalities == #first.equalities, ending .. ": " .. #other.equalities .. " equalities")
    local kinds = {}
    for _, e in ipairs(other.equalities) do kinds[#kinds + 1] = e.kind end
    table.sort(kinds)
    assert(table.concat(kinds, " ") == "coupling point_to_point", table.concat(kinds, " "))
    local more = second:robot_text(ending == ".xml" and "mjcf" or "sdf") -- and once more
    same(start, second, 0.5)
    local third, last = again(more, nil, ending)
    local anew = again(exported, nil, ending)
    assert(last.settings.tau == 0.13 and last.settings.rtol == 1e-7, ending)
    same(anew, third, 0.5)
    -- an option that closes loops changes what the file has: it counts as it stands
    local called = false
    local _, closed = again(exported, { loops = function() called = true end }, ending)
    assert(called and #closed.equalities == (ending == ".xml" and 2 or #closed.equalities))
    for _, c in ipairs(closed.scene.constraints) do assert(not c.name:find "%.weld$" or c.kind == "weld") end
end

-- tauwerk export FILE.xml -o OTHER.xml keeps the settings of the scene that the file was written from
do
    local program = ...
    local from, to = file_of(written[".xml"], ".xml"), os.tmpname() .. ".xml"
    assert(os.execute(string.format("'%s' export '%s' -o '%s' 2>/dev/null >/dev/null", program, from, to)))
    local file <close> = assert(io.open(to))
    local more = file:read "a"
    os.remove(from)
    os.remove(to)
    os.remove((to:gsub("%.xml$", "")))
    local start, settings = again(written[".xml"]), select(2, again(more)).settings
    assert(settings.tau == 0.13 and settings.rtol == 1e-7 and settings.gravity[1] == 0.1)
    same(start, (again(more)), 0.5)
end

-- settings that no scene has: an error with the file's line, already when it is read
do
    local broken, n = written[".xml"]:gsub("scene ", "scene tau=none ", 1)
    assert(n == 1)
    local fine, why = import(broken)
    assert(not fine and tostring(why):find "%.xml:%d+: a record of 'scene': expected numbers, got 'none'", tostring(why))
end

-- names that the engine gives to its own: joints, motors and bodies of a user that have them are what they are
do
    local function named()
        local s = tw.scene { name = "n", gravity = { 0, 0, -9.81 } }
        local a = s:box { name = "x.rotor", size = { 0.4, 0.1, 0.1 }, mass = 1 }
        local b = s:box { name = "b", size = { 0.4, 0.1, 0.1 }, mass = 2, position = { 0.5, 0, 0 } }
        local x = s:hinge { name = "x", a = a, at = { -0.2, 0, 0 }, axis = { 0, 1, 0 }, friction = 0.05 }
        local y = s:hinge { name = "y", a = b, b = a, at = { 0.25, 0, 0 }, axis = { 0, 1, 0 } }
        s:motor { name = "y_friction", joint = y, speed = 0, max_torque = 0.3 }
        s:coupling { name = "x.rotor.turn", joint = x, joint2 = y, ratio2 = -0.5, level = "velocity" }
        return s
    end
    local one = named()
    local file = one:robot_text "mjcf"
    assert(file:find 'body name="x.rotor"')
    assert(not file:find "armature", file)
    assert(file:find "coupling name='x.rotor.turn'" and file:find "motor name='y_friction'")
    local two, other = again(file)
    assert(#two.constraints == #one.constraints, #two.constraints .. " of " .. #one.constraints)
    assert(#other.joints == 2 and #other.bodies == 2)
    same(named(), two, 0.5)
end
for _, order in ipairs { { "x", "x_friction" }, { "x_friction", "x" } } do -- joints of a file, one of which has the name of the other's motor
    local file = "<mujoco><worldbody>"
    for i, name in ipairs(order) do
        file = file .. string.format('<body name="b%d" pos="%d 0 0"><joint name="%s" axis="0 1 0" frictionloss="%g"/><geom size=".1" pos=".2 0 0"/></body>',
            i, i, name, name == "x" and 0.1 or 0)
    end
    file = file .. "</worldbody></mujoco>"
    local s, r = again(file)
    assert(r.joint.x.friction == 0.1 and r.joint.x_friction.kind == "hinge" and #s.constraints == (r.joint.x_friction.friction and 4 or 3))
    local second, other = again(s:robot_text "mjcf")
    assert(other.joints[order[1] == "x" and 1 or 2].friction == 0.1 and #second.constraints == #s.constraints)
    same(s, second, 0.5)
end

-- a constraint of a user's own with the name of a flywheel's: no record holds it
do
    local s = tw.scene {}
    local a = s:box { name = "a", size = { 0.4, 0.1, 0.1 } }
    local wheel = s:body { name = "wheel", mass = 1, inertia = { 1, 1, 1 }, position = { 1, 0, 0 } }
    s:ball { name = "a.rotor", a = wheel, at = { 1, 0, 0 } }
    s:ball { name = "a", a = a, at = { 0, 0, 0 } }
    s:constraint { name = "a.rotor.turn", level = "velocity", bodies = { wheel, a }, deviation = function(x)
        return x.body[1].angular_velocity - x.body[2].angular_velocity * 2
    end }
    local file = s:robot_text "mjcf"
    assert(not file:find "deviation='rotor'" and not file:find "<custom>" and not file:find "armature", file)
end

-- flywheels are recognised in the script of a robot as well, where their names are free
do
    local made, r = import(text)
    assert(made, tostring(r))
    local script = r:script():gsub("%.rotor", "_r")
    local s = assert(load(script))()
    local file = s:robot_text "mjcf"
    local _, count = file:gsub("armature=", "")
    assert(count == 2, count .. " armatures")
    assert(file:find "deviation='rotor'")
end

-- flywheels of a free joint: the same bits by the script and by the records, the same motion by MJCF alone where the body's origin is its centre
-- of mass; elsewhere, and in other formats, they are told
do
    local loose = '<mujoco model="m"><compiler angle="radian"/><worldbody><body name="a" pos="0 0 1"><joint type="free" name="j" armature="0.5"/>'
        .. '<geom type="box" size="0.2 0.1 0.05" pos="%g 0 0"/><body name="b" pos="0.2 0 0"><joint name="k" axis="0 1 0" stiffness="9" springref="0.5"/>'
        .. '<geom type="box" size="0.2 0.02 0.1" pos="0.2 0.1 0"/></body></body></worldbody></mujoco>'
    local function begin(file)
        local u = tw.scene { name = "m", gravity = { 0, 0, -9.81 } }
        local ok_, r = import(file, { scene = u })
        assert(ok_ and #r.notices.list == 0, tostring(r))
        return u, r
    end
    for _, offset in ipairs { 0, 0.1 } do
        local file = loose:format(offset)
        local ok_, r = import(file)
        assert(ok_, tostring(r))
        same(begin(file), assert(load(r:script()))(), 0.3)
        local s = begin(file)
        local exported = s:robot_text "mjcf"
        same(s, again(exported), 0.3)
        local count = select(2, exported:gsub('<joint type="free" armature="0.5"/>', ""))
        assert(count == (offset == 0 and 1 or 0) and select(2, exported:gsub("deviation='rotor'", "")) == 2, exported)
        local u, bare = begin((exported:gsub("<custom>.-</custom>", "")))
        u:advance_to(0.3)
        local d = (bare.body.b.position - s.bodies[2].position):length()
        assert((d < 1e-9) == (offset == 0), d)
        s = begin(file)
        assert(not s:robot_text "sdf":find "armature" and not s:robot_text "urdf":find "armature")
    end
end

-- rules on groups, and many pairs: the last one counts
do
    local s = tw.scene { name = "many" }
    local g = s:group { name = "g" }
    local list = {}
    for i = 1, 40 do list[i] = (i <= 20 and g or s):sphere { name = "s" .. i, radius = 0.1, position = { i, 0, 0 }, collide = true } end
    s:collide(g, g, false)
    s:collide(list[3], list[4], true)
    s:collide(list[30], list[25], false)
    s:collide(list[2], "ground", false)
    local file = s:robot_text "mjcf"
    local _, excluded = file:gsub("<exclude ", "")
    assert(excluded == 20 * 19 // 2 - 1 + 1, excluded .. " pairs")
    assert(file:find "collide a=@3 b=@4 on=true" and file:find "collide a=@25 b=@30 on=false" and file:find "collide a=@2 b='ground' on=false")
    local _, rules = file:gsub("collide a=@", "")
    assert(rules == 20 * 19 // 2 + 2, rules .. " rules")
end
