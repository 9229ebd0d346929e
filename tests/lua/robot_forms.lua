-- tw.import of MJCF: files that say the same in other words move alike; joints in any order of kinds keep their values in poses
local tw = require "tauwerk"

local function made(text)
    local name = os.tmpname()
    local file <close> = assert(io.open(name .. ".xml", "w"))
    file:write("<mujoco>" .. text .. "</mujoco>")
    file:close()
    local scene = tw.scene { gravity = { 0, 0, -9.81 }, rtol = 1e-10, atol = 1e-12 }
    local robot = tw.import(name .. ".xml", { scene = scene, contacts = false })
    os.remove(name .. ".xml")
    os.remove(name)
    return scene, robot
end

local function alike(first, second, values)
    local s, r = made(first)
    local u, q = made(second)
    r:pose(values or {})
    q:pose(values or {})
    s:advance_to(0.5)
    u:advance_to(0.5)
    local moved = 0
    for i, body in ipairs(r.bodies) do
        local d = (body.position - q.bodies[i].position):length()
        if not (d < 1e-9) then error(string.format("%s is %.3g m off in: %s", tostring(body.name), d, second), 2) end
        moved = math.max(moved, body.velocity:length())
    end
    assert(moved > 0.1, "nothing moves")
end

-- frames, nested, about bodies, geoms, joints
alike([[<worldbody><body name="a" pos="0 0 1.5" euler="0 0 90"><joint axis="0 1 0" pos=".1 .2 0"/>
    <geom type="box" size=".1 .2 .3" pos=".3 .2 .3" euler="0 0 90"/></body></worldbody>]],
[[<worldbody><frame pos="0 0 1"><frame pos="0 0 .5" euler="0 0 90"><body name="a"><frame pos=".3 .2 .3" euler="0 0 90">
    <joint axis="1 0 0" pos="0 .2 -.3"/><geom type="box" size=".1 .2 .3"/></frame></body></frame></frame></worldbody>]])

-- everything from the world's origin
alike([[<worldbody><body name="a" pos="0 0 1"><joint name="a" axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/>
    <body name="b" pos=".3 0 0" euler="0 30 0"><joint name="b" axis="0 1 0" pos="0 0 0"/><geom size=".1" pos="0 0 .2"/></body></body></worldbody>]],
[[<compiler coordinate="global"/><worldbody><body name="a" pos="0 0 1"><joint name="a" axis="0 1 0" pos="0 0 1"/>
    <geom type="capsule" size=".05" fromto="0 0 1 .3 0 1"/><body name="b" pos=".3 0 1" euler="0 30 0"><joint name="b" axis="0 1 0" pos=".3 0 1"/>
    <geom size=".1" pos=".4 0 1.17320508075688772"/></body></body></worldbody>]], { a = 0.3, b = -0.4 })

-- a second <default> goes on with the first; a tendon rests where the springs of its joints do
alike([[<default><joint damping=".2" stiffness="3" springref="30" ref="10"/><geom density="500"/></default><worldbody><body name="a">
    <joint name="j" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
    <tendon><fixed stiffness="2" springlength="1.0471975511965976"><joint joint="j" coef="2"/></fixed></tendon>]],
[[<default><joint damping=".2"/></default><default><joint stiffness="3" springref="30" ref="10"/><geom density="500"/></default><worldbody><body name="a">
    <joint name="j" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
    <tendon><fixed stiffness="2"><joint joint="j" coef="2"/></fixed></tendon>]])

-- sites in place of bodies; a spring along a tendon between them
local chain = [[<worldbody><body name="a"><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/><site name="s" pos=".3 0 0"/></body>
    <body name="b" pos=".6 0 0"><joint axis="0 1 0"/><geom size=".1" pos="0 0 .3"/><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>
    <site name="t" pos="-.3 0 0"/></body></worldbody>]]
alike(chain .. [[<equality><connect body1="a" body2="b" anchor=".3 0 0"/></equality>]],
    chain .. [[<equality><connect site1="s" site2="t"/></equality>]])
local _, tied = made(chain .. [[<tendon><spatial name="t" stiffness="20" damping="1"><site site="s"/><site site="t"/></spatial></tendon>]])
assert(tied.group.forces[1].kind == "spring" and tied.group.forces[1].rest == 0)

-- a slider behind a hinge: what stands between goes where the values have it
local scene, robot = made [[<worldbody><body name="a"><joint name="turn" axis="0 1 0"/><joint name="reach" type="slide" axis="1 0 0"/>
    <geom size=".1" pos=".3 0 0"/></body></worldbody>]]
robot:pose { turn = math.pi / 2, [2] = 0.2 }
assert((robot.body.a.position - tw.vec3(0, 0, -0.5)):length() < 1e-12)
scene:advance(0.01)
assert(math.abs(robot.joint.reach.position - 0.2) < 1e-3 and math.abs(robot.joint.turn.angle - math.pi / 2) < 1e-3)

-- a body that moves without mass carries what is fastened to it; principal moments within their bounds
_, robot = made [[<worldbody><body name="a"><joint/><body name="b"><geom size=".1" pos=".3 0 0"/></body></body></worldbody>]]
assert(robot.body.b.mass > 4)
_, robot = made [[<compiler boundinertia=".01" boundmass="2" balanceinertia="true"/><worldbody><body name="a"><joint/>
    <inertial pos="0 0 0" mass="1" fullinertia=".02 .02 .1 .015 0 0"/></body></worldbody>]]
local trace = robot.body.a.inertia
trace = type(trace[1]) == "number" and trace[1] + trace[2] + trace[3] or trace[1][1] + trace[2][2] + trace[3][3]
assert(robot.body.a.mass == 2 and math.abs(trace - 0.145) < 1e-12, trace) -- .005 .035 .1: .01 .035 .1, and their mean

-- a mesh that a scale mirrors is a solid all the same
do
    local _, robot = made('<asset><mesh name="m" vertex="0 0 0 .4 0 0 0 .3 0 0 0 .5" face="0 2 1 0 1 3 0 3 2 1 2 3" scale="1 2 -1"/></asset>'
        .. '<worldbody><body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody>')
    assert(math.abs(robot.bodies[1].mass - 1000 * 0.4 * 0.6 * 0.5 / 6) < 1e-9)
end
