-- Scenes written as robots' files and read again: the same bits, through impacts, in each format. The last bits are records that other
-- programs pass over; a file that was edited counts as it stands; records that are wrong are errors with their line.
local tw = require "tauwerk"

local function with_file(text, ending, use)
    local name = os.tmpname()
    local file = assert(io.open(name .. ending, "w"))
    file:write(text)
    file:close()
    local result = table.pack(pcall(use, name .. ending))
    os.remove(name .. ending)
    os.remove(name)
    return table.unpack(result, 1, result.n)
end

-- a body of two solids, a rod and a solid that URDF does not have, joined, fall onto a floor; bounce and slide
local function chain()
    local scene = tw.scene { name = "chain", gravity = { 0.3, -0.2, -9.81 }, tau = 0.1 }
    local a = scene:compound { name = "a", position = { 0.1, 0, 0.5 }, orientation = tw.axis_angle({ 1, 2, 3 }, 0.4), collide = true,
        friction = 0.6, restitution = 0.3, parts = { { kind = "box", size = { 0.3, 0.2, 0.1 } },
        { kind = "sphere", radius = 0.05, position = { 0.01, 0.02, 0.07 } } } }
    local b = scene:rod { name = "b", radius = 0.03, from = { 0.2, 0.1, 0.6 }, to = { 0.6, 0.3, 0.7 }, collide = true, rolling_friction = 0.001 }
    local c = scene:ellipsoid { name = "c", radii = { 0.1, 0.12, 0.15 }, position = { 0.6, 0.3, 0.3 }, collide = true, friction = 0.4,
        restitution = 0.5, velocity = { 0.5, 0, 0 } }
    scene:hinge { name = "j1", a = b, b = a, at = { 0.2, 0.1, 0.6 }, axis = { 0.9, 0.1, 0.3 }, friction = 0.05 }
    local j2 = scene:hinge { name = "j2", a = c, b = b, at = { 0.6, 0.3, 0.7 }, axis = { 0, 0.3, 1 } }
    scene:limit { name = "l", joint = j2, lower = -0.2, upper = 0.3 }
    scene:joint_spring { name = "s", joint = j2, stiffness = 2, damping = 0.1, rest = 0.1 }
    scene:spring { name = "t", a = a.center, b = c:point { 0, 0, 0.1 }, stiffness = 5, rest = 0.4 }
    scene:collide(a, b, false)
    scene:ground { height = 0.01, friction = 0.7, restitution = 0.2 }
    return scene
end

local function read(text, ending, options)
    local scene = tw.scene { gravity = { 0.3, -0.2, -9.81 }, tau = 0.1 }
    options = options or {}
    options.scene = scene
    local ok, robot = with_file(text, ending, function(name) return tw.import(name, options) end)
    assert(ok, tostring(robot))
    return robot, scene
end

local function distance(scene, robot)
    local worst = 0
    for _, body in ipairs(scene.bodies) do worst = math.max(worst, (body.position - robot.body[body.name].position):length()) end
    return worst
end

local plain = {}
for format, ending in pairs { mjcf = ".xml", urdf = ".urdf", sdf = ".sdf" } do
    local scene = chain()
    local text = scene:robot_text(format)
    plain[format] = text
    local robot, other = read(text, ending)
    assert(robot.settings.tau == 0.1 and robot.settings.rtol == nil)
    assert(robot.joints[#robot.joints] == robot.joint.j2 or robot.joints[#robot.joints - 1] == robot.joint.j2 or format == "urdf")
    local touched = false
    for k = 1, 8 do
        scene:advance_to(k * 0.1)
        other:advance_to(k * 0.1)
        touched = touched or #scene.contacts > 0
        local d = distance(scene, robot)
        assert(d == 0, string.format("%s at %g s: %g m", format, k * 0.1, d))
    end
    assert(touched, "it has landed")
end

-- a name of the file that is another one: the file counts as it stands, and is told
local edited = plain.mjcf:gsub('mass="[%d.]+"', 'mass="2"', 1)
assert(edited ~= plain.mjcf)
local robot = read(edited, ".xml")
assert(robot.body.a.mass == 2)
assert(robot.notices:lines()[1]:find "is edited since Tauwerk wrote it", robot.notices:lines()[1])
-- options that change what it has, or where: the same
assert(read(plain.mjcf, ".xml", { base = "fixed" }).body.a.fixed)
assert(math.abs(read(plain.sdf, ".sdf", { at = { 0, 0, 2 } }).body.a.position.z - 2.5) < 0.05)
assert(#read(plain.urdf, ".urdf", { springs = false }).scene.forces == 0)

-- records that are wrong
local function refused(from, to, pattern)
    local text, n = plain.mjcf:gsub(from, to, 1)
    assert(n == 1, from)
    local ok, why = with_file(text, ".xml", function(name) return tw.import(name, { scene = tw.scene {} }) end)
    assert(not ok and tostring(why):find(pattern), from .. ": " .. tostring(why))
    assert(tostring(why):find "%.xml:%d+: ", tostring(why))
end
refused("hinge name='j1'", "hinges name='j1'", "there is no such kind")
refused("a=@2 b=@1", "a=@9 b=@1", "there is no body 9 before it")
refused("a=@2 b=@1", "a=@2 b=^1", "there is no constraint 1 before it")
refused("name='b' is=%['b'%] mass=[%d.]+", "name='b' is=['b'] mass=x", "expected numbers, got 'x'")
refused("name='b' is=%['b'%] mass=[%d.]+", "name='b' is=['b'] mass=-1", "mass")
refused("name='b' is=%['b'%]", "name='b'", "there is no record of body 'b'")
refused("is=%['b'%]", "is=[['b']]", "no list in a list")
refused("shape=%[box|", "shape=[bux|", "bux")
refused("name='b' is=", "name=[1] is=", "a record of 'body': field 'name': expected a text")
refused("is=%['b'%]", "is=true", "a record of 'body': field 'is': expected a list of texts")
refused("is=%['b'%]", "is=[1]", "field 'is': expected a list of texts")
refused("hinge name='j1'", "hinge deviation='rotor' name='j1'", "field 'bodies': expected a list of bodies")
refused("scene gravity=[^ ]+", "scene gravity=*:1", "a record of 'scene': expected no point among settings")
refused("scene gravity=[^ ]+", "scene gravity=x", "a record of 'scene': expected numbers, got 'x'")

-- a joint that has moved with its bodies since it was made: the file has it where it is now
do
    local function pair()
        local scene = tw.scene { gravity = { 0, 0, -9.81 } }
        local a = scene:box { name = "a", size = { 1, 0.2, 0.2 }, mass = 1, velocity = { 1, 0, 0 } }
        local b = scene:box { name = "b;c", size = { 1, 0.2, 0.2 }, position = { 1, 0, 0 }, mass = 2, velocity = { 1, 0, 0 } }
        scene:hinge { name = "h & j", a = a, b = b, at = { 0.5, 0, 0 }, axis = { 0, 1, 0 } }
        return scene, a, b
    end
    for format, ending in pairs { mjcf = ".xml", urdf = ".urdf", sdf = ".sdf" } do
        local scene, a, b = pair()
        local _, other = read(scene:robot_text(format), ending) -- the names come back
        assert(#other.bodies == 2)
        scene:advance_to(0.3)
        local robot
        robot, other = read(scene:robot_text(format), ending)
        local joint
        for _, c in ipairs(other.constraints) do joint = c.kind == "hinge" and c or joint end
        local at = a:to_world { 0.5, 0, 0 }
        local there = joint.a:to_world(joint.at_a)
        assert((there - at):length() < 1e-12, format .. ": the joint is at " .. tostring(there) .. ", not at " .. tostring(at))
    end
end

-- a field that is a function is in no record
do
    local scene = tw.scene {}
    local a = scene:box { name = "a", size = { 1, 1, 1 } }
    scene:hinge { name = "h", a = a, at = { 0.5, 0, 0 }, axis = { 0, 1, 0 }, enabled = function(t) return t < 1 end }
    assert(not scene:robot_text("mjcf"):find "<custom>")
end
