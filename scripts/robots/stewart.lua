-- A Stewart platform from a heap of its parts: six loops close, then six sliders tilt, lift and turn the plate.
local tw = require "tauwerk"
local scene = tw.scene { name = "stewart", duration = 9, tau = 0.12, gravity = "earth" }
local robot = tw.import("stewart.xml", { scene = scene, limits = false })
scene:ground { height = 0 }
robot:together(tw.param("seed", 4, { min = 0, doc = "how the parts lie about" }), 3)

-- from then on the legs have their lengths
local legs = {}
for k = 1, 6 do
  legs[k] = scene:motor { name = "drive" .. k, joint = robot.joint["leg" .. k], position = 0 }:disable()
  scene:at(3, function() legs[k]:enable() end)
end

-- lengths of the legs for a plate that is lifted by z, moved by x and y, and turned by q (inverse kinematics)
local function lengths(x, q)
  local list = {}
  for k = 1, 6 do
    local foot, eye = robot.feet[k], robot.eyes[k]
    list[k] = (robot.home + x + q * eye - foot):length() - robot.long[k]
  end
  return list
end

-- from the file's pose: feet where the cylinders turn, eyes where the plate is joined
local model = robot.model
robot.home, robot.feet, robot.eyes, robot.long = model.bodies[13].position, {}, {}, {}
for k = 1, 6 do
  local cylinder, rod = model.bodies[2 * k - 1], model.bodies[2 * k]
  robot.feet[k] = cylinder.position
  robot.eyes[k] = cylinder.position + cylinder.orientation * rod.position - robot.home
  robot.long[k] = rod.position:length()
end

local function go(from, over, x, q)
  for k, to in ipairs(lengths(tw.vec3(x), q)) do scene:ramp { legs[k], "position", to = to, t0 = from, t1 = from + over } end
end
local flat = tw.quat(1, 0, 0, 0)
go(3.2, 0.8, { 0, 0, 0.12 }, flat)
go(4.2, 0.8, { 0, 0, 0.1 }, tw.axis_angle({ 0, 1, 0 }, tw.deg(18)))
go(5.2, 0.8, { 0.12, 0.05, 0.08 }, tw.axis_angle({ 1, 0, 0 }, tw.deg(15)))
go(6.2, 0.8, { 0, 0, 0.05 }, tw.axis_angle({ 0, 0, 1 }, tw.deg(20)))
go(7.4, 0.8, { 0, 0, 0 }, flat)

local plate = robot.body.plate
scene:expect { "all loops are closed", value = function()
  local most = 0
  for _, c in ipairs(robot.equalities) do most = math.max(most, c.deviation:length()) end
  return most
end, equals = 0, within = 1e-4, at = 3.2 }
scene:expect { "the plate is lifted", value = function() return plate.position.z - robot.home.z end, equals = 0.12, within = 1e-3, at = 4.1 }
scene:expect { "the plate is tilted", value = function() return tw.math.acos((plate.orientation * tw.vec3(0, 0, 1)).z) end, equals = tw.deg(18),
  within = tw.deg(0.1), at = 5.1 }
scene:expect { "the plate is back", value = function() return (plate.position - robot.home):length() end, equals = 0, within = 1e-3, at = "end" }
scene.camera = { eye = { 3, -2.2, 1.7 }, target = { 0, 0, 0.5 }, fov = tw.deg(32) }
return scene
