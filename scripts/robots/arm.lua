-- An arm with six axes from a heap of its parts: it comes together on its plinth, stands, waves.
local tw = require "tauwerk"
local scene = tw.scene { name = "arm", duration = 8, tau = 0.12, gravity = "earth" }
local robot = tw.import("arm.urdf", { scene = scene, drives = "motor", limits = false, contacts = false })
scene:ground { height = 0 }
robot:together(tw.param("seed", 2, { min = 0, doc = "how the parts lie about" }), 3)

local function turn(name, from, by, over)
  local motor = robot.motor[name]
  scene:at(from, function() scene:ramp { motor, "angle", to = motor.angle + by, t1 = from + over } end)
end
turn("lift", 3.5, tw.deg(-35), 0.8) -- a wave
turn("elbow", 3.5, tw.deg(80), 0.8)
for k = 0, 2 do
  turn("bend", 4.4 + 0.8 * k, tw.deg(45), 0.35)
  turn("bend", 4.8 + 0.8 * k, tw.deg(-45), 0.35)
end
turn("turn", 4.4, tw.deg(60), 2.4)

scene:expect { "it stands upright", value = function() return robot.body.tool.position.z end, equals = 1.61, within = 0.02, at = 3.4 }
scene:expect { "it is bent", value = function() return robot.joint.elbow.angle end, equals = tw.deg(80), within = tw.deg(3), at = 4.5 }
scene.camera = { eye = { 3.6, -2.4, 1.6 }, target = { 0.1, 0, 0.75 }, fov = tw.deg(30) }
return scene
