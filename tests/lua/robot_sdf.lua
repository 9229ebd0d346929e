-- tw.import of SDF: the arm of arm.urdf said as SDF says it falls as MuJoCo has it; frames, a free model, errors
local tw = require "tauwerk"
local robots = require "_robots"

local robot = robots.falls("arm.sdf", "arm.lua", {})
for i, name in ipairs { "gripper", "base", "upper", "lower", "slide" } do assert(robot.bodies[i] == robot.body[name], name) end
for i, name in ipairs { "wrist", "shoulder", "elbow", "reach" } do assert(robot.joints[i] == robot.joint[name], name) end

local function file(text, f)
    local name = os.tmpname()
    local out <close> = assert(io.open(name .. ".sdf", "w"))
    out:write(text)
    out:close()
    local scene = tw.scene { gravity = "earth" }
    f(tw.import(name .. ".sdf", { scene = scene }), scene)
    os.remove(name .. ".sdf")
    os.remove(name)
end
local function model(text) return '<sdf version="1.9"><model name="m">' .. text .. "</model></sdf>" end
local box = "<collision name='c'><geometry><box><size>.2 .2 .2</size></box></geometry></collision>"
-- a frame in a frame, a link in it; what no joint fastens to the world falls
file(model("<pose>0 0 5 0 0 0</pose><frame name='f'><pose>1 0 0 0 0 1.5707963267948966</pose></frame>"
    .. "<frame name='g' attached_to='f'><pose>1 0 0 0 0 0</pose></frame><link name='a'><pose relative_to='g'>0 0 1 0 0 0</pose>" .. box .. "</link>"),
    function(r, scene)
        robots.near((r.body.a.position - tw.vec3(1, 1, 6)):length(), 0, 1e-12, "frames")
        scene:advance(0.5)
        robots.near(r.body.a.position.z, 6 - 9.81 / 8, 1e-2, "falls")
    end)
file(model("<static>true</static><link name='a'>" .. box .. "</link>"), function(r, scene)
    scene:advance(0.5)
    assert(r.body.a.fixed and r.body.a.position.z == 0)
end)

local function fails(text, pattern) robots.fails(text, ".sdf", pattern) end
fails("<sdf/>", "expected a <model> in it")
fails(model "", "there are no bodies in it")
fails(model "<link name='a'><pose relative_to='b'/></link>", "there is no frame 'b'")
fails(model "<frame name='f'><pose relative_to='g'/></frame><frame name='g'><pose relative_to='f'/></frame><link name='a'><pose relative_to='f'/></link>",
    "stands in itself")
fails(model "<link name='a'/><joint name='j' type='gearbox'><parent>world</parent><child>a</child></joint>", "'gearbox' are not understood")
fails(model "<link name='a'><inertial><mass>x</mass></inertial></link>", "<mass>: its text: expected numbers, got 'x'")
