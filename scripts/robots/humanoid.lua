-- A humanoid from a heap of its parts: it comes together, stands on its feet, waves.
local tw = require "tauwerk"
local scene = tw.scene { name = "humanoid", duration = 8, tau = 0.12, gravity = "earth" }
local robot = tw.import("humanoid.xml", { scene = scene, drives = "motor", limits = false, springs = false, armature = false })
scene:ground { height = 0.02, friction = 1 }
robot:together(tw.param("seed", 5, { min = 0, doc = "how the parts lie about" }), 3)

local function turn(name, from, by, over)
  local motor = robot.motor[name]
  scene:at(from, function() scene:ramp { motor, "angle", to = motor.angle + by, t1 = from + over } end)
end
turn("spread_r", 4, tw.deg(150), 0.8) -- the arm goes up beside the head
turn("elbow_r", 4.2, tw.deg(20), 0.5)
for k = 0, 3 do
  turn("spread_r", 5 + 0.6 * k, tw.deg(-30), 0.28)
  turn("spread_r", 5.3 + 0.6 * k, tw.deg(30), 0.28)
end
turn("neck", 4, tw.deg(-25), 0.8)

scene:expect { "it stands", value = function() return robot.body.head.position.z end, equals = 1.6, within = 0.1, at = 3.9 }
scene:expect { "the hand is above the head", value = function() return robot.body.forearm_r.position.z - robot.body.head.position.z end,
  equals = 0.25, within = 0.25, at = 5 }
scene:expect { "it still stands", value = function() return robot.body.head.position.z end, equals = 1.6, within = 0.1, at = "end" }
scene.camera = { eye = { 4.4, -2.4, 1.6 }, target = { 0, 0, 0.9 }, fov = tw.deg(30) }
return scene
