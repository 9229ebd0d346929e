-- What `tauwerk run robot.urdf` shows (and .xml, .sdf): the parts lie about, come together, and the robot stands on the floor,
-- its joints held by motors.
local file = ...
local tw = require "tauwerk"

local seed = tw.param("seed", 1, { min = 0, doc = "how the parts lie about" })
local together = 2.5 -- s: then it is let go

local robot = tw.import(file, { drives = "motor", springs = false, limits = false, armature = false, friction = false, world = false })
local scene = tw.scene { name = (robot.name:gsub("[^%w_-]", "_")), duration = 7, tau = 0.18 }
local lowest = robot:lowest()
robot.options.at = tw.vec3(0, 0, -lowest)
scene:add(robot)

-- to the reference pose: welds to the parents, and of the roots to the world, until it is let go
local ties, touching = {}, {}
for i, body in ipairs(robot.bodies) do
    touching[i] = body.collide
    body.collide = false
    if not body.fixed then
        local parent = robot.bodies[robot.model.bodies[i].parent]
        ties[#ties + 1] = scene:weld { a = body, b = parent, at = body.position }
    end
end
local joints = {}
for _, c in ipairs(robot.group.constraints) do
    if c.kind ~= "weld" then
        joints[#joints + 1] = c
        c:disable()
    end
end
robot:scatter(seed)
local air = scene:drag { rate = 1 }
scene:at(together, function()
    for _, tie in ipairs(ties) do tie:remove() end
    for _, c in ipairs(joints) do c:enable() end
    for number, motor in ipairs(robot.motors) do -- whole turns that the parts have made do not count
        local kind, joint = robot.moves[number].kind, robot.moves[number].joint
        if kind == "hinge" then motor.angle = joint.angle else motor.position = joint.position end
    end
    for i, body in ipairs(robot.bodies) do body.collide = touching[i] end
    air:remove()
    scene.gravity = robot.gravity
end)
scene:ground { height = 0 }
return scene
