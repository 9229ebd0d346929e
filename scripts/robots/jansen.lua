-- A walker on Jansen's legs from a heap of its bars: twelve loops close, then one crank makes it walk.
local tw = require "tauwerk"
local scene = tw.scene { name = "jansen_walker", duration = 8, tau = 0.12, gravity = "earth", stepper = "timestep", step = 1 / 240 }
local robot = tw.import("jansen.xml", { scene = scene })
scene:ground { height = 0, friction = 1 }
robot:together(tw.param("seed", 2, { min = 0, doc = "how the bars lie about" }), 2.5)

local turn = 1.5 -- s
local drive = scene:motor { name = "drive", joint = robot.joint.crank, speed = 0 }:disable()
scene:at(2.5, function() drive:enable() end)
scene:ramp { drive, "speed", to = -2 * math.pi / turn, t0 = 3, t1 = 4 }

local trunk = robot.body.trunk
local function gap()
  local most = 0
  for _, c in ipairs(robot.equalities) do most = math.max(most, c.deviation:length()) end
  return most
end
local function lowest()
  local least = math.huge
  for _, foot in ipairs(robot.points) do
    if foot ~= robot.point.middle then least = math.min(least, foot.position.z) end
  end
  return least
end
for _, t in ipairs { 3, 5.25, 7.9 } do
  scene:expect { "all loops are closed at " .. t, value = gap, equals = 0, within = 1e-4, at = t }
  scene:expect { "a foot is on the ground at " .. t, value = lowest, equals = 0.03, within = 0.005, at = t }
end
local before
scene:at(5.5, function() before = trunk.position end)
scene:expect { "the next turn of the crank is as long", value = function() return trunk.position.x - before.x end, equals = 1.43, within = 0.02, at = 5.5 + turn }
scene:expect { "the trunk stays level", value = function() return (trunk.orientation * tw.vec3(1, 0, 0)).z end, equals = 0, within = 0.04, at = "end" }
scene.camera = { eye = { 1.7, -6.4, 1.6 }, target = { 1.6, 0, 0.5 }, fov = tw.deg(42) }
return scene
