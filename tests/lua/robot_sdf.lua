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


-- a world: the ground of a static model, two models that move, one nested, a joint to a nested link, an older file's axis
local function world(text, version) return '<sdf version="' .. (version or "1.9") .. '"><world name="w">' .. text .. "</world></sdf>" end
local ground = "<model name='ground'><static>true</static><link name='l'><collision name='c'><geometry><plane><normal>0 0 1</normal></plane>"
    .. "</geometry><surface><friction><ode><mu>0.3</mu></ode></friction></surface></collision></link></model>"
local nested = "<model name='m'><pose>0 0 1 0 0 0</pose><link name='base'>" .. box .. "</link><model name='arm'><pose>1 0 0 0 0 1.5707963267948966</pose>"
    .. "<link name='tip'><pose>1 0 0 0 0 0</pose></link></model><joint name='j' type='revolute'><parent>base</parent><child>arm::tip</child>"
    .. "<axis><xyz>1 0 0</xyz></axis></joint></model>"
file(world(ground .. nested), function(r, scene)
    assert(#r.bodies == 2 and r.body.base and r.joint.j, "one model moves: its names are short")
    robots.near((r.body["arm::tip"].position - tw.vec3(1, 1, 1)):length(), 0, 1e-12, "a nested model's link")
    robots.near(r.joint.j.axis.y, 1, 1e-12, "the axis of the child")
    scene:advance(1)
    assert(r.body.base.position.z > 0.09, "it lies on the plane")
end)
file("<gazebo version='1.2'><model name='m'><link name='a'/></model></gazebo>", function(r) assert(r.body.a.mass == 1) end)
file(world(nested, "1.4"), function(r) robots.near(r.joint.j.axis.x, 1, 1e-12, "up to 1.4: the axis of the model") end)
file(world(nested .. "<model name='n'><link name='base'/></model>"), function(r)
    assert(r.body["m::base"] and r.body["n::base"] and r.joint["m::j"] and #r.bodies == 3)
end)
-- two links that overlap do not touch, as the format has it, unless one says so
local two = "<link name='a'>" .. box .. "</link><link name='b'><pose>0.1 0 0.05 0 0 0</pose>" .. box .. "%s</link>"
for _, touches in ipairs { false, true } do
    file(model(two:format(touches and "<self_collide>1</self_collide>" or "")), function(r, scene)
        scene.gravity = { 0, 0, 0 }
        scene:advance(0.2)
        assert((r.body.b.position.x > 0.11) == touches, "self_collide")
    end)
end
-- a screw: 2 mm a turn, right-handed; the older word is rad/m, left-handed
for pitch, said in pairs { [0.002] = "<screw_thread_pitch>0.002</screw_thread_pitch>", [-2 * math.pi / 500] = "<thread_pitch>500</thread_pitch>" } do
    file(model("<link name='a'/><joint name='s' type='screw'><parent>world</parent><child>a</child>" .. said .. "<axis><xyz>0 0 1</xyz></axis></joint>"),
        function(r, scene)
            scene:advance(0.1)
            robots.near(r.joint.s.position / (r.joint.s.angle / (2 * math.pi)), pitch, 1e-9, "pitch")
        end)
end

-- a bound that is infinite is none
file(model("<link name='a'/><joint name='j' type='prismatic'><parent>world</parent><child>a</child><axis><xyz>0 0 1</xyz><limit><lower>-inf</lower>"
    .. "<upper> INF </upper></limit></axis></joint>"), function(r) assert(#r.group.constraints == 1 and r.joint.j.kind == "slider") end)

-- an axis that follows another one: (position - .1) times 2, less .05; a slider one of the turns of a universal joint
local function mimic(extra, attributes)
    return "<link name='a'/><link name='b'><pose>0 1 0 0 0 0</pose></link><joint name='u' type='universal'><parent>world</parent><child>a</child>"
        .. "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz><dynamics><damping>1</damping></dynamics></axis2></joint><joint name='s' type='prismatic'>"
        .. "<parent>world</parent><child>b</child><axis><xyz>0 0 1</xyz><mimic joint='" .. (attributes or "u' axis='axis2") .. "'>" .. extra
        .. "</mimic></axis></joint>"
end
file(model(mimic "<multiplier>2</multiplier><offset>-.05</offset><reference>.1</reference>"), function(r, scene)
    assert(#r.equalities == 1 and #r.notices.list == 0)
    r:pose { s = -0.25 } -- where it stands by the turn 0
    scene:advance(1)
    local second = r.joint["u.2"].angle
    robots.near(r.joint.s.position, 2 * (second - 0.1) - 0.05, 1e-9, "mimic")
    assert(math.abs(second) > 0.05, "it moves")
end)

local function fails(text, pattern) robots.fails(text, ".sdf", pattern) end
fails(model(mimic("", "v")), "<mimic>: there is no joint 'v' with <axis>")
fails(model(mimic("", "s")), "<mimic>: joint 's' follows itself")
fails("<sdf/>", "expected a <model> in it")
fails(model "", "there are no bodies in it")
fails(model "<link name='a'><pose relative_to='b'/></link>", "there is no frame 'b'")
fails(model "<frame name='f'><pose relative_to='g'/></frame><frame name='g'><pose relative_to='f'/></frame><link name='a'><pose relative_to='f'/></link>",
    "stands in itself")
fails(model "<link name='a'/><joint name='j' type='gearbox'><parent>world</parent><child>a</child></joint>", "'gearbox' are not understood")
fails(model "<link name='a'><inertial><mass>x</mass></inertial></link>", "<mass>: its text: expected numbers, got 'x'")
fails(model "<link name='a'><inertial><pose>0 0 0 1 1 0</pose><inertia><ixx>1e308</ixx><iyy>-1e308</iyy><izz>1e308</izz></inertia></inertial></link>",
    "body 'a': ")
