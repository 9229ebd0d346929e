-- acceleration: the hook of a crane starts, and what hangs on it swings. The point accelerates as given at once; what is
-- left free: the velocity and the place that it has, and to turn about the point.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "acceleration", duration = 5, gravity = "earth" }
local a, g = 2, tw.vec3(0, 0, -9.81)
local at = tw.vec3(-2.9, 0, 2.0)
local load = scene:box { name = "load", size = { 0.5, 0.36, 1.0 }, density = 500, position = at - tw.vec3(0, 0, 0.5),
                         material = stage.paint "green" }
local hook = load:point { 0, 0, 0.5 }
local drive = scene:acceleration { point = hook, value = { a, 0, 0 } }
stage.bar(scene, { -3.3, 0, 2.0 }, { 3.3, 0, 2.0 }, 0.035, "steel")
for _, x in ipairs { -3.3, 3.3 } do stage.bar(scene, { x, 0, 0 }, { x, 0, 2.0 }, 0.06, "oak") end

-- the point: x0 + a t^2 / 2 from the first moment
for _, t in ipairs { 0.5, 1, 1.6 } do
  scene:expect { "the hook at " .. t, value = function() return (hook.position - at - tw.vec3(a * t * t / 2, 0, 0)):length() end,
                 equals = 0, within = 1e-6, at = t }
end
-- seen from the hook, a pendulum in the gravity g - a: it swings between 0 and twice the angle of rest, atan(a / g)
local felt = g - tw.vec3(a, 0, 0)
local inertia = load.mass * ((0.5 ^ 2 + 1.0 ^ 2) / 12 + 0.25)
local T = stage.period(2 * math.pi * math.sqrt(inertia / (load.mass * felt:length() * 0.5)), math.atan(a, 9.81))
local function angle()
  local d = load.position - hook.position
  return math.atan(-d.x, -d.z)
end
scene:expect { "half a swing", value = angle, equals = 2 * math.atan(a, 9.81), within = 1e-6, at = T / 2 }
scene:expect { "a swing", value = angle, equals = 0, within = 1e-6, at = T }
scene:expect { "nothing misses", value = function() return drive.deviation:length() end, equals = 0, within = 1e-7, at = T / 3 }
scene:expect { "its force", value = function() return (drive.force - load.mass * (load.acceleration - g)):length() end,
               equals = 0, within = 1e-6, at = T / 3 }
-- then it brakes as hard, and stands
scene:at(1.7, function() drive.value = { -a, 0, 0 } end)
scene:at(3.4, function() drive.value = { 0, 0, 0 } end)
scene:expect { "the hook stands", value = function() return hook.velocity:length() end, equals = 0, within = 1e-6, at = "end" }
stage.new(scene, { title = "acceleration", eye = { 1.0, -8.6, 2.4 }, target = { 0.1, 0, 1.1 }, fov = 28 })
return scene
