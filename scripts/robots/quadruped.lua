-- A quadruped from a heap of its parts: it comes together, stands, sits down, gives paw.
local tw = require "tauwerk"
local scene = tw.scene { name = "quadruped", duration = 8, tau = 0.12, gravity = "earth" }
local robot = tw.import("quadruped.xml", { scene = scene, drives = "motor", limits = false, springs = false, armature = false })
scene:ground { height = -0.02, friction = 0.9 }
robot:together(tw.param("seed", 3, { min = 0, doc = "how the parts lie about" }), 3)

-- joints follow their angles from the time at which they hold: `from` s, then by as much in `for` s
local function turn(name, from, by, over)
  local motor = robot.motor[name]
  scene:at(from, function() scene:ramp { motor, "angle", to = motor.angle + by, t1 = from + over } end)
end
for _, leg in ipairs { "bl", "br" } do -- sits down
  turn(leg .. "_thigh", 4, tw.deg(24), 1)
  turn(leg .. "_knee", 4, tw.deg(-42), 1)
end
turn("fl_thigh", 5.4, tw.deg(-95), 0.5) -- a paw
turn("fl_knee", 5.4, tw.deg(40), 0.5)
for k = 0, 2 do
  turn("fl_knee", 6.1 + 0.6 * k, tw.deg(-35), 0.25)
  turn("fl_knee", 6.4 + 0.6 * k, tw.deg(35), 0.25)
end

scene:expect { "it stands", value = function() return robot.body.trunk.position.z end, equals = 0.36, within = 0.06, at = 3.9 }
scene:expect { "the paw is up", value = function() return robot.body.shank_fl.position.z end, equals = 0.4, within = 0.12, at = 6.05 }
scene:expect { "it is not fallen over", value = function() return (robot.body.trunk.orientation * tw.vec3(0, 0, 1)).z end, equals = 1, within = 0.25, at = "end" }
scene.camera = { eye = { 2.2, -1.6, 0.8 }, target = { 0.1, 0, 0.25 }, fov = tw.deg(30) }
return scene
