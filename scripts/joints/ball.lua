-- ball: a top flies to its ball joint on a post. What is left free: to turn every way about the joint. Spun fast it
-- does not fall but precesses evenly, at the slower rate W of I W^2 cos(tilt) - I3 w3 W + m g l = 0.
local tw = require "tauwerk"
local stage, solid = require "_stage", require "_solid"

local scene = tw.scene { name = "ball", duration = 6, tau = 0.08 }
local g, at = 9.81, tw.vec3(0, 0, 1.0)
local vertices, triangles = solid.lathe {
  { 0, 0 }, { 0.05, 0.01 }, { 0.045, 0.55 }, { 0.46, 0.6 }, { 0.5, 0.64 }, { 0.5, 0.7 }, { 0.46, 0.74 }, { 0.05, 0.8 },
  { 0.04, 1.1 }, { 0, 1.12 } }
local top = scene:mesh { name = "top", vertices = vertices, triangles = triangles, density = 1500,
                         position = { -0.95, 0.1, 1.35 }, orientation = tw.euler(-0.3, 0.25, 0),
                         material = { "plastic", color = stage.colors.red, texture = "checker", texture_scale = 0.5,
                                      texture_color = stage.colors.ivory } }
local post = scene:cylinder { name = "post", height = 0.96, radius = 0.07, position = { 0, 0, 0.48 }, fixed = true,
                              material = stage.guide }
scene:cylinder { height = 0.08, radius = 0.42, position = { 0, 0, 0.04 }, fixed = true, material = stage.frame }
local foot = top:authored { 0, 0, 0 }
local joint = scene:ball { a = top, b = post, at_a = foot, at_b = { 0, 0, at.z - 0.48 } }
stage.decays(scene, "joint", joint)

local air = scene:drag { rate = 10 }
local W, w3, tilt, start = 0, 40, 0, 0
local function axis() return top.orientation * tw.vec3(0, 0, 1) end
local function azimuth()
  local n = axis()
  return math.atan(n.y, n.x)
end
scene:at(2, function()
  air:disable()
  local l, n = (top.position - at):length(), axis()
  local I, p = solid.moment(top, 1) + top.mass * l * l, solid.moment(top, 3) * w3
  tilt, start = math.acos(n.z), azimuth()
  W = (p - math.sqrt(p * p - 4 * I * n.z * top.mass * g * l)) / (2 * I * n.z)
  local w = tw.vec3(0, 0, W) + n * (w3 - W * n.z)  -- w3 is the whole turning about the axis
  top.angular_velocity = w
  top.velocity = w:cross(top.position - at)
  scene.gravity = "earth"
end)
for _, t in ipairs { 3, 4.5, "end" } do
  scene:expect { "does not fall, at " .. t, value = function() return math.acos(axis().z) - tilt end, equals = 0,
                 within = 1e-5, at = t }
  scene:expect { "precesses evenly, at " .. t, equals = 0, within = 1e-5, at = t,
                 value = function() return math.sin((azimuth() - start - W * (scene.time - 2)) / 2) end }
end
scene:expect { "precesses visibly", value = function() return W * 4 > 2 and 1 or 0 end, equals = 1, at = "end" }
stage.conserves(scene, 2, 1e-4)
stage.new(scene, { eye = { 1.6, -4.6, 2.1 }, target = { -0.15, 0, 1.05 }, fov = 29 })
return scene
