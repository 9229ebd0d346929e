-- screw: a nut flies onto its thread. What is left free: to turn and by that to advance, pitch per turn. Its own weight
-- drives it down, slower than it would fall: a = g / (1 + I (2 pi / pitch)^2 / m).
local tw = require "tauwerk"
local stage, solid = require "_stage", require "_solid"

local scene = tw.scene { name = "screw", duration = 5, tau = 0.08 }
local g, pitch, z = 9.81, 0.3, tw.vec3(0, 0, 1)
local hexagon = {}
for k = 1, 6 do hexagon[k] = { 0.34 * math.cos(k * math.pi / 3), 0.34 * math.sin(k * math.pi / 3) } end
local vertices, triangles = solid.prism(hexagon, 0.22)
local nut = scene:mesh { name = "nut", vertices = vertices, triangles = triangles, position = { -0.7, -0.6, 1.9 },
                         orientation = tw.euler(0.6, -0.5, 0.9), material = stage.paint "red" }
local height, turn, coil = 2.7, 2 * math.pi / pitch, nil
vertices, triangles = solid.thread(0.14, 0.06, pitch, height)
coil = scene:mesh { name = "thread", vertices = vertices, triangles = triangles, position = { 0, 0, height / 2 + 0.08 },
                    fixed = true, material = stage.guide }
scene:cylinder { height = 0.08, radius = 0.5, position = { 0, 0, 0.04 }, fixed = true, material = stage.frame }
-- position 0: in the middle; the nut starts a good way above it
local joint = scene:screw { a = nut, b = coil, at_a = { 0, 0, 0 }, at_b = { 0, 0, 0.9 }, axis_a = z, axis_b = z, pitch = pitch }
stage.decays(scene, "joint", joint)

local air, p0, a = scene:drag { rate = 10 }, 0, 0
scene:at(2, function()
  air:disable()
  p0, a = joint.position, g / (1 + solid.moment(nut, 3) * turn ^ 2 / nut.mass)
  scene.gravity = "earth"
end)
for _, t in ipairs { 2.5, 3, 4, "end" } do
  scene:expect { "goes down evenly faster, at " .. t, at = t, equals = 0, within = 1e-6, value = function()
    local s = scene.time - 2
    return joint.position - p0 + a * s * s / 2
  end }
  scene:expect { "a pitch per turn, at " .. t, at = t, equals = 0, within = 1e-7,
                 value = function() return joint.position - joint.angle / turn end }
end
scene:expect { "right-handed: down is clockwise", value = function() return joint.speed < 0 and 1 or 0 end, equals = 1, at = "end" }
stage.conserves(scene, 2, 1e-5)
stage.new(scene, { eye = { 1.2, -5.0, 2.6 }, target = { 0, 0, 1.45 }, fov = 39 })
return scene
