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

-- meshes that are no closed solids: the robot is there without them
local bare = tw.import("tests/data/robots/open.urdf", { scene = tw.scene {} })
assert(bare.body.a.mass == 1 and not bare.body.a.collide and #bare.notices.list > 0 and bare.notices.list[1].text:find "no closed solid")
