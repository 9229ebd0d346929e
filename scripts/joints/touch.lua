-- touch: balls come to a big ball and to a slope and slide on them without friction. What is left free: to slide along
-- the surface, and to turn.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "touch", duration = 4.6, tau = 0.1 }
local g = 9.81
-- the big ball on its stand; the small one goes round it, a pendulum of the length of both radii
local centre, R, r = tw.vec3(-0.7, 0.9, 1.5), 0.62, 0.15
local globe = scene:sphere { name = "globe", radius = R, position = centre, fixed = true, material = { "ceramic", color = stage.colors.ivory } }
stage.bar(scene, centre + tw.vec3(0, 0.3, 0), centre + tw.vec3(0, 1.1, 0), 0.06, "oak")
stage.bar(scene, { centre.x, centre.y + 1.1, 0 }, centre + tw.vec3(0, 1.1, 0), 0.06, "oak")
local ball = scene:sphere { name = "ball", radius = r, position = centre + tw.vec3(0.75, 0, 1.0), material = stage.paint "red" }
local round = scene:touch { a = ball, b = globe }
stage.decays(scene, "globe", round)
-- the slope
local slope = tw.deg(6)
local through = tw.vec3(1.0, 0, 0.6)
local normal = tw.vec3(math.sin(slope), 0, math.cos(slope))
scene:box { size = { 3.0, 1.2, 0.08 }, position = through - normal * 0.04, orientation = tw.axis_angle({ 0, 1, 0 }, slope),
            fixed = true, material = "oak" }
local marble = scene:sphere { name = "marble", radius = 0.2, position = { -0.35, -0.2, 1.6 }, material = { "plastic",
                              color = stage.colors.blue, texture = "checker", texture_scale = 0.2, texture_color = stage.colors.ivory } }
local plane = scene:touch { a = marble, through = through, normal = normal }
stage.decays(scene, "slope", plane)

local small = 2 * math.pi * math.sqrt((R + r) / g)
local start, T, x0, other_side
local function angle()
  local d = ball.position - centre
  return math.atan(d.x, -d.z)
end
scene:at(2.4, function()
  scene.gravity = "earth"
  start, x0 = angle(), marble.position
  T = stage.period(small, start)
  scene:at(2.4 + T / 2, function() other_side = angle() end)
end)
local E0
scene:at(2.5, function() E0 = scene:energy().total end)
scene:expect { "energy", value = function() return scene:energy().total - E0 end, equals = 0, within = 1e-4, at = 3.2 }
local down = tw.vec3(math.cos(slope), 0, -math.sin(slope))
for _, t in ipairs { 2.7, 3.1, 4.2 } do
  scene:expect { "slides at " .. t, value = function()
    local s = scene.time - 2.4
    return (marble.position - x0 - down * (g * math.sin(slope) * s * s / 2)):length()
  end, equals = 0, within = 1e-6, at = t }
end
scene:expect { "it does not turn", value = function() return marble.angular_velocity:length() end, equals = 0, within = 1e-12, at = "end" }
scene:expect { "half a period", value = function() return other_side + start end, equals = 0, within = 1e-5, at = "end" }
stage.new(scene, { title = "touch", eye = { 1.4, -6.2, 2.6 }, target = { 0.08, 0, 1.13 }, fov = 29.5 })
return scene
