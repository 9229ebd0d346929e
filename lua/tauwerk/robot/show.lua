-- What `tauwerk run robot.urdf` shows (and .xml, .sdf): the parts lie about, come together, and the robot stands on the floor,
-- its joints held by motors.
local file = ...
local tw = require "tauwerk"

local seed = tw.param("seed", 1, { min = 0, doc = "how the parts lie about" })

local robot = tw.import(file, { drives = "motor", springs = false, limits = false, armature = false, friction = false, world = false })
local scene = tw.scene { name = (robot.name:gsub("[^%w_-]", "_")), duration = 7, tau = 0.18 }
robot.options.at = tw.vec3(0, 0, -robot:lowest())
scene:add(robot)
robot:together(seed, 2.5)
scene:ground { height = 0 }
return scene
