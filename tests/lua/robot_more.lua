-- tw.import of MJCF: springs by a time constant, welds by sites, without torques, by points alone; hulls; names that meet; what is told
local tw = require "tauwerk"
local robots = require "_robots"
local near, made = robots.near, robots.made

local function force(scene, name)
    for _, f in ipairs(scene.forces) do
        if f.name:find(name, 1, true) then return f end
    end
end

-- springdamper: what moves at a joint is the inverse of the diagonal of M^-1. Two turns about y and z through one place of a box whose
-- centre is .3 m away: they do not act on each other; the slide under a slide moves with the other body in the way that M says
local robot, _, scene = made [[<worldbody><body><joint name="y" axis="0 1 0" springdamper=".2 .7" armature=".01"/>
    <joint name="z" axis="0 0 1" springdamper=".1 2"/><geom type="box" size=".1 .1 .1" pos=".3 0 0" mass="2"/></body>
    <body pos="0 1 0"><joint type="slide" name="s" axis="1 0 0"/><geom size=".1" mass="3"/>
    <body><joint type="slide" name="t" axis="1 0 0" springdamper=".5 1"/><geom size=".1" mass="1"/></body></body></worldbody>]]
local I = 2 * 0.04 / 6 + 2 * 0.09
near(force(scene, "/y").stiffness, (I + 0.01) / (0.2 * 0.7) ^ 2, 1e-9, "stiffness")
near(force(scene, "/y").damping, 2 * (I + 0.01) / 0.2, 1e-9, "damping")
near(force(scene, "/z").stiffness, I / 0.04, 1e-9, "stiffness of the other")
near(force(scene, "/t").stiffness, 0.75 / 0.25, 1e-9, "M^-1 = {{4, 1}, {1, 1}} {{4, 1}, {1, 1}}^-1: 1/3 + 1")

-- sites welded; a weld without torques, which is a joint at its anchor in body2
local pair = [[<worldbody><body name="a" pos="0 0 1"><freejoint/><geom size=".1"/><site name="p" pos=".2 0 0" euler="0 0 90"/></body>
    <body name="b" pos=".2 .2 1" euler="0 0 90"><freejoint/><geom type="box" size=".1 .2 .1"/><site name="q" pos="-.2 0 0"/></body></worldbody>]]
robot, _, scene = made(pair .. '<equality><weld site1="p" site2="q"/></equality>', { contacts = false })
local function turn(both)
    local w, a, b = tw.vec3(1, 2, 3), robot.bodies[1], robot.bodies[2]
    a.angular_velocity = w
    if both then b.angular_velocity, b.velocity = w, w:cross(b.position - a.position) end
end
turn(true)
scene:advance(1)
local seen = robot.bodies[1].orientation:inverse() * (robot.bodies[2].position - robot.bodies[1].position)
assert((seen - tw.vec3(0.2, 0.2, 0)):length() < 1e-8, tostring(seen))
robot, _, scene = made(pair .. '<equality><weld body1="a" body2="b" torquescale="0" anchor="-.2 0 0"/></equality>', { contacts = false })
turn(true)
robot.bodies[2].angular_velocity = { 0, 0, 0 }
robot.bodies[2].velocity = tw.vec3(1, 2, 3):cross { 0.2, 0, 0 } -- of its corner, as it does not turn
scene:advance(0.5)
local tip = robot.bodies[2].position + robot.bodies[2].orientation * tw.vec3(-0.2, 0, 0)
seen = robot.bodies[1].orientation:inverse() * (tip - robot.bodies[1].position)
assert((seen - tw.vec3(0.2, 0, 0)):length() < 1e-8, tostring(seen))
assert((robot.bodies[1].angular_velocity - robot.bodies[2].angular_velocity):length() > 0.1, "it turns freely")

-- points alone are a hull: a cube with points in it and on its sides, shifted by refpos, a half turned by refquat, scaled
local points = {}
for x = -1, 1, 0.5 do
    for y = -1, 1, 0.5 do
        for z = -1, 1, 0.5 do points[#points + 1] = string.format("%g %g %g", x + 3, y, z) end
    end
end
robot = made('<asset><mesh name="m" refpos="3 0 0" refquat="0 0 0 1" scale=".1 .2 .3" vertex="' .. table.concat(points, " ")
    .. '"/></asset><worldbody><body><freejoint/><geom type="mesh" mesh="m" density="100"/></body></worldbody>')
near(robot.bodies[1].mass, 100 * 0.2 * 0.4 * 0.6, 1e-12, "mass of the hull")
local m = robot.bodies[1].inertia
near(type(m[1]) == "number" and m[1] or m[1][1], 4.8 * (0.16 + 0.36) / 12, 1e-12, "its moment")
local _, why = made '<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 1 1 0"/></asset><worldbody><body><geom type="mesh" mesh="m"/></body></worldbody>'
assert(why:find "do not all lie in a plane", why)

-- names that meet: a joint, an equality and a tendon of one name, a joint with the name that one without would have
local told
robot, told = made [[<worldbody><body name="a/b" pos="0 0 1"><joint/><geom size=".1" pos=".1 0 0"/><body><joint name="hinge1" axis="1 0 0" damping="1"/>
    <geom size=".1" pos="0 0 .2"/></body></body></worldbody><tendon><fixed name="hinge1" stiffness="2" armature="1"><joint joint="hinge1" coef="1"/></fixed>
    </tendon><equality><joint name="hinge1" joint1="hinge1" wobble="2"/></equality><actuator><general name="g" joint="hinge1" dyntype="filter"
    biastype="affine" biasprm="0 -3" gainprm="3"/></actuator>]]
assert(robot.body["a/b"].name:find "a_b" and robot.joint.hinge1 == robot.joints[2])
assert(told:find "'armature' of <fixed>" and told:find "'wobble' of <joint>" and told:find "lag of actuators", told)
near(robot.motor.g.spring.stiffness, 3, 1e-12, "an actuator with a lag acts")

-- moments that no solid has are an error here, as they are to MuJoCo; the world alone is no error
_, why = made '<worldbody><body name="a"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/></body></worldbody>'
assert(why:find ":1: body 'a': the largest moment", why)
robot = made '<worldbody><geom type="plane" size="1 1 1"/><geom size=".1" pos="0 0 1"/></worldbody>'
assert(#robot.bodies == 0 and robot.world)
