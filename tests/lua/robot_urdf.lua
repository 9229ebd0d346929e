-- tw.import of URDF: masses, moments and the fall as MuJoCo has them, loops by the option, drives, the base, errors
local tw = require "tauwerk"
local robots = require "_robots"
local near = robots.near

local robot = robots.falls("arm.urdf", "arm.lua", {})
for i, name in ipairs { "gripper", "world", "base", "upper", "lower", "slide" } do assert(robot.bodies[i] == robot.body[name], name) end
for i, name in ipairs { "wrist", "shoulder", "elbow", "reach" } do assert(robot.joints[i] == robot.joint[name], name) end

-- the motor: a reduction of 50 and at most 40 N m
local scene = tw.scene { gravity = "earth" }
robot = tw.import(robots.folder .. "arm.urdf", { scene = scene, contacts = false })
robot.motor.shoulder_motor.control = 2
near(robot.motor.shoulder_motor.spring.effort, 40, 1e-12, "motor")

-- servos hold it up; a loop that the format cannot say
scene = tw.scene { gravity = "earth" }
robot = tw.import(robots.folder .. "arm.urdf", { scene = scene, contacts = false, drives = "spring", loops = function(r, s)
    s:distance { name = "tie", a = r.body.base.center, b = r.body.gripper.center, length = (r.body.base.position - r.body.gripper.position):length() }
end })
scene:advance(2)
assert(math.abs(robot.joint.shoulder.angle) < 0.3 and scene:find("tie"):exists())
scene = tw.scene { gravity = "earth" }
robot = tw.import(robots.folder .. "arm.urdf", { scene = scene, contacts = false, drives = "motor" })
robot.motor.elbow.angle = -0.5
scene:advance(4)
near(robot.joint.elbow.angle, -0.5, 1e-6, "a motor holds")

local function fails(text, pattern) robots.fails(text, ".urdf", pattern) end
local link = '<link name="a"/><link name="b"/>'
fails("<robot/>", "expected at least one <link>")
fails('<robot><link name="a"/><link name="a"/></robot>', "there is a link 'a' already")
fails("<robot>" .. link .. '<joint name="j" type="bend"><parent link="a"/><child link="b"/></joint></robot>', "there is no type 'bend'")
fails("<robot>" .. link .. '<joint name="j" type="revolute"><parent link="a"/><child link="b"/></joint></robot>', "<limit> is missing")
fails("<robot>" .. link .. '<joint name="j" type="fixed"><parent link="a"/><child link="c"/></joint></robot>', "there is no link 'c'")
fails("<robot>" .. link .. '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint><joint name="k" type="fixed">'
    .. '<parent link="b"/><child link="a"/></joint></robot>', "part of a loop of parents")
fails('<robot><link name="a"><visual><geometry><mesh filename="package://x/a.max"/></geometry></visual></link></robot>', "convert it")
fails('<robot><link name="a"><visual><geometry><mesh filename="../../../etc/passwd.stl"/></geometry></visual></link></robot>', "<mesh>: file")

-- meshes that are no closed solids: their hulls stand for them, here a tetrahedron
local bare = tw.import("tests/data/robots/open.urdf", { scene = tw.scene {} })
assert(bare.body.a.mass == 1 and bare.body.a.collide and bare.notices.list[1].text:find "stands as its convex hull")

-- files as others write them: what is told, and what stands in the scene
local function file(text, f)
    local name = os.tmpname()
    local out <close> = assert(io.open(name .. ".urdf", "w"))
    out:write(text)
    out:close()
    local scene = tw.scene { gravity = "earth" }
    local r = tw.import(name .. ".urdf", { scene = scene })
    os.remove(name .. ".urdf")
    os.remove(name)
    local told = ""
    for _, n in ipairs(r.notices.list) do told = told .. n.text .. "\n" end
    f(r, told, scene)
end
local function body(name, mass, I) -- a link with these principal moments
    return string.format('<link name="%s"><inertial><mass value="%g"/><inertia ixx="%g" iyy="%g" izz="%g" ixy="0" ixz="0" iyz="0"/></inertial></link>',
        name, mass, I[1], I[2], I[3])
end
local function hinged(a, b, name) return string.format('<joint name="%s" type="continuous"><parent link="%s"/><child link="%s"/></joint>', name, a, b) end

-- names with a slash; a joint and a mimic of the same name as a link's weld; moments that no solid has, and none at all
file("<robot name='a/b'>" .. body("/base", 1, { 1, 1, 1 }) .. body("/arm", 2, { 1, 1, 3 }) .. body("point", 0.5, { 0, 0, 0 })
    .. hinged("/base", "/arm", "/turn") .. '<joint name="f" type="fixed"><parent link="/arm"/><child link="point"/></joint></robot>', function(r, told)
    assert(r.body["/arm"].mass == 2 and r.joint["/turn"] and r.body["/arm"].name == "a_b/_arm")
    near(r.body["/arm"].inertia[1] + r.body["/arm"].inertia[2], r.body["/arm"].inertia[3], 1e-9, "balanced")
    assert(r.body.point.mass == 0.5 and told:find "body '/arm': the largest moment" and told:find "body 'point': a moment of inertia is 0", told)
end)
fails("<robot>" .. body("a", 1, { 1, 1, -1 }) .. "</robot>", "body 'a': a moment of inertia is negative")
fails("<robot>" .. body("a", 1, { 1, 1, 1 }) .. body("b", 1, { 1, 1, 1 }) .. body("c", 1, { 1, 1, 1 }) .. hinged("a", "b", "j") .. hinged("b", "c", "j")
    .. "</robot>", "there is a joint 'j' already")
fails("<robot>" .. body("a", 1, { 1, 1, 1 }) .. body("b", 1, { 1, 1, 1 }) .. hinged("a", "b", "j"):gsub("</joint>", "<mimic joint='j'/></joint>")
    .. "</robot>", "<mimic>: joint 'j' follows itself")
-- a bound that is infinite is none
file("<robot name='r'>" .. body("a", 1, { 1, 1, 1 }) .. body("b", 1, { 1, 1, 1 }) .. '<joint name="j" type="prismatic"><parent link="a"/><child link="b"/>'
    .. '<limit lower="-inf" upper=".5" effort="inf"/></joint></robot>', function(r, told)
    assert(told == "", told)
    assert(r.model.joints[1].lower == nil and r.model.joints[1].upper == 0.5 and r.model.joints[1].effort == nil)
    assert(#r.group.constraints == 2, "a slider and its limit")
end)
-- a material that another link describes; one that nobody does is told
local function painted(name, material)
    return (body(name, 1, { 1, 1, 1 }):gsub("</link>", "<visual><geometry><sphere radius='1'/></geometry>" .. material .. "</visual></link>"))
end
file("<robot name='r'>" .. painted("a", "<material name='red'/>") .. painted("b", "<material name='red'><color rgba='1 0 0 1'/></material>")
    .. painted("c", "<material name='blue'/>") .. hinged("a", "b", "i") .. hinged("b", "c", "j") .. "</robot>", function(r, told)
    assert(told == "materials are passed over that the file has not: 'blue'\n", told)
    local red = r.model.bodies[2].geoms[1].color
    assert(red and r.model.bodies[1].geoms[1].color.x == red.x and not r.model.bodies[3].geoms[1].color)
end)
-- comments, or an encoding of another name, before the root
file("<!-- made by hand -->\n<?xml version='1.0' encoding='utf8'?>\n<robot name='r'>" .. body("a", 1, { 1, 1, 1 }) .. "</robot>",
    function(r) assert(r.body.a.mass == 1) end)
file("<?xml verison='1.0'?><robot name='r'>" .. body("a", 1, { 1, 1, 1 }) .. "</robot>", function(r) assert(r.body.a.mass == 1) end)
-- encodings: a name that nobody knows is an error, in its place or behind a comment
for _, before in ipairs { "", "<!-- made by hand -->\n" } do
    fails(before .. "<?xml version='1.0' encoding='latin-9'?>\n<robot name='r'>" .. body("a", 1, { 1, 1, 1 }) .. "</robot>",
        "its encoding 'latin.9' is not read: expected UTF.8, UTF.16, ISO.8859.1 or US.ASCII")
    file(before .. "<?xml version='1.0' encoding='ISO-8859-1'?><robot name='r'>" .. body("\xe4", 1, { 1, 1, 1 }) .. "</robot>",
        function(r) assert(r.body["ä"].mass == 1) end)
end
fails("<?xml version='1.0' encoding='utf8'?><robot name='\xe4'>" .. body("a", 1, { 1, 1, 1 }) .. "</robot>", "not well.formed")
-- what xacro left over is told; a file for xacro is an error
file("<robot name='r'>" .. body("a", 1, { 1, 1, 1 }) .. "<xacro:gazebo_plugin x='1'/></robot>", function(_, told) assert(told:find "<xacro:gazebo_plugin>") end)
fails("<robot name='r'><xacro:property name='w' value='1'/></robot>", "run xacro on it first")
fails("<robot name='r'><link name='a'><inertial><mass value='${m}'/></inertial></link></robot>", "expected numbers, got '${m}'")
-- meshes that are not there
file("<robot name='r'>" .. body("a", 1, { 1, 1, 1 }):gsub("</link>", "<visual><geometry><mesh filename='package://p/none.stl'/></geometry></visual></link>")
    .. "</robot>", function(r, told) assert(r.body.a.mass == 1 and told:find "visuals are passed over whose meshes are not there", told) end)
-- what collides is seen where no visual is
file("<robot name='r'>" .. body("a", 1, { 1, 1, 1 }):gsub("</link>", "<visual><geometry><mesh filename='none.stl'/></geometry></visual>"
    .. "<collision><geometry><sphere radius='1'/></geometry></collision></link>") .. "</robot>", function(r) assert(r.body.a.visible and r.body.a.collide) end)
-- what follows another joint by <mimic> has no drive of its own, in a chain of two, either; the others hold, and the couplings with them
for _, kind in ipairs { "motor", "spring" } do
    local function led(a, b, joint, by)
        return (hinged(a, b, joint):gsub("</joint>", "<mimic joint='" .. by .. "' multiplier='-2' offset='.1'/></joint>"))
    end
    local text = "<robot name='r'>" .. body("world", 1, { 1, 1, 1 }) .. body("a", 1, { 1, 1, 1 }) .. body("b", 1, { 1, 1, 1 }) .. body("c", 1, { 1, 1, 1 })
        .. hinged("world", "a", "i") .. led("a", "b", "j", "k") .. led("b", "c", "k", "i") .. "</robot>"
    local name = os.tmpname()
    local out <close> = assert(io.open(name .. ".urdf", "w"))
    out:write(text)
    out:close()
    local s = tw.scene { gravity = "earth", tau = 0.05 }
    local r = tw.import(name .. ".urdf", { scene = s, drives = kind })
    os.remove(name .. ".urdf")
    os.remove(name)
    assert(#r.motors == 1 and r.motors[1] == r.motor.i)
    if kind == "motor" then r.motor.i.angle = 0.3 end
    s:advance(2)
    near(r.joint.k.angle, 0.1 - 2 * r.joint.i.angle, 1e-6, kind .. ": follows")
    near(r.joint.j.angle, 0.1 - 2 * r.joint.k.angle, 1e-6, kind .. ": follows what follows")
    if kind == "motor" then near(r.joint.i.angle, 0.3, 1e-6, "is driven") end
end
