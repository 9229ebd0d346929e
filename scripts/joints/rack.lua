-- rack: a pinion flies to its axle, a rack to its slide, and they mesh. What is left free: to turn and slide together,
-- position = radius * angle. Kicked up, the rack falls back against the inertia of the pinion: a = m g / (m + I / radius^2).
local tw = require "tauwerk"
local stage, solid = require "_stage", require "_solid"

local scene = tw.scene { name = "rack", duration = 4.2, tau = 0.08 }
local z, front, g, up = tw.vec3(0, 0, 1), tw.vec3(0, -1, 0), 9.81, 1.6
local teeth, radius, depth = 16, 0.4, 0.12
local at, pitch = tw.vec3(-0.3, 0, 1.1), 2 * math.pi * 0.4 / 16
local vertices, triangles = solid.prism(solid.teeth(teeth, radius, depth), 0.22)
local pinion = scene:mesh { name = "pinion", vertices = vertices, triangles = triangles, density = 900, position = { -0.9, -0.7, 1.5 },
                            orientation = tw.euler(tw.deg(90), 0.6, 0.7), material = stage.guide }
vertices, triangles = solid.rack(12, pitch, depth, 0.12, 0.2)
local bar = scene:mesh { name = "rack", vertices = vertices, triangles = triangles, density = 150, position = { 0.8, -0.5, 1.5 },
                         orientation = tw.euler(0.5, -0.6, 0.4), material = stage.paint "blue" }
local line = bar:authored { 0, 0, 0 }  -- on the pitch line, in the middle
local hinge = scene:hinge { a = pinion, at_a = { 0, 0, 0 }, at_b = at, axis_a = z, axis_b = front }
local slide = scene:slider { a = bar, at_a = line, at_b = at + tw.vec3(radius, 0, 0), axis_a = z, axis_b = z }
local rack = scene:rack { a = hinge, b = slide, ratio = radius, phase = 0 }
stage.decays(scene, "rack", rack)
stage.decays(scene, "slide", slide)
stage.decays(scene, "axle", hinge)
scene:rod { from = at - front * 0.4, to = at + front * 0.18, radius = 0.05, fixed = true, material = "steel" }
scene:box { size = { 0.18, 0.14, 1.25 }, position = { at.x, 0.34, 0.625 }, fixed = true, material = stage.frame }
scene:box { size = { 0.1, 0.34, 2.5 }, position = { at.x + radius + 0.24, 0.02, 1.25 }, fixed = true, material = stage.frame }
scene:box { size = { 1.1, 0.8, 0.08 }, position = { at.x + 0.3, 0.15, 0.04 }, fixed = true, material = stage.frame }

local air, p0, a = scene:drag { rate = 10 }, 0, 0
scene:at(2, function()
  air:disable()
  p0 = slide.position
  local I = solid.moment(pinion, 3) / radius ^ 2
  a = bar.mass * g / (bar.mass + I)
  scene.gravity = "earth"
  scene:impulse { on = bar, value = { 0, 0, up * (bar.mass + I) } }  -- the pinion takes its share
end)
for _, t in ipairs { 2.5, 3, 3.7, "end" } do
  scene:expect { "falls slower, at " .. t, at = t, equals = 0, within = 1e-6, value = function()
    local s = scene.time - 2
    return slide.position - p0 - up * s + a * s * s / 2
  end }
  scene:expect { "teeth mesh, at " .. t, at = t, equals = 0, within = 1e-7,
                 value = function() return slide.position - radius * hinge.angle end }
end
scene:expect { "up and down again", at = "end", value = function() return slide.speed < 0 and up * up / (2 * a) > 0.5 and 1 or 0 end, equals = 1 }
stage.new(scene, { eye = { -1.0, -5.0, 2.2 }, target = { 0, 0, 1.35 }, fov = 33 })
return scene
