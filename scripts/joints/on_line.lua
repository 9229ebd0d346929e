-- on_line: a bead threads itself onto a slanting wire, a rod onto a level rail. What is left free: to slide along the
-- line, and to turn.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "on_line", duration = 4.5, tau = 0.1 }
local g = 9.81
-- the wire, with its bead
local low, high = tw.vec3(1.9, 0.9, 0.5), tw.vec3(-1.9, 0.9, 2.3)
local along = (low - high) / (low - high):length()
stage.bar(scene, high, low, 0.025)
stage.bar(scene, { high.x, 0.9, 0 }, high, 0.045, "oak")
stage.bar(scene, { low.x, 0.9, 0 }, low, 0.045, "oak")
local bead = scene:sphere { name = "bead", radius = 0.17, position = { -1.3, 0.4, 2.6 }, material = stage.paint "red" }
local wire = scene:on_line { point = bead.center, through = low, along = along }
stage.decays(scene, "wire", wire)
-- the rail, with its rod
local rail = tw.vec3(0, -0.4, 1.5)
stage.bar(scene, rail + tw.vec3(-1.6, 0, 0), rail + tw.vec3(1.6, 0, 0), 0.03, "steel")
for _, x in ipairs { -1.6, 1.6 } do stage.bar(scene, { x, -0.4, 0 }, { x, -0.4, 1.5 }, 0.045, "oak") end
local rod = scene:capsule { name = "rod", length = 0.9, radius = 0.08, density = 800, position = { 0.3, -0.9, 0.9 },
                            orientation = tw.euler(0.2, -1.1, 0), material = stage.paint "blue" }
local slide = scene:on_line { point = rod.end2, through = rail, along = { 1, 0, 0 } }
stage.decays(scene, "rail", slide)

local x0, p0
scene:at(2.4, function()
  scene.gravity, x0, p0 = "earth", bead.position, rod.velocity.x
end)
stage.conserves(scene, 2.5, 1e-4)
for _, t in ipairs { 2.7, 3, 3.3 } do
  scene:expect { "the bead falls along the wire at " .. t, value = function()
    local s = scene.time - 2.4
    return (bead.position - x0 - along * (-g * along.z * s * s / 2)):length()
  end, equals = 0, within = 1e-6, at = t }
end
-- nothing pushes along the rail: the rod's end goes to and fro, its centre does not
scene:expect { "no force along the rail", value = function() return rod.velocity.x - p0 end, equals = 0, within = 1e-7, at = "end" }
scene:expect { "its end slides", value = function() return math.abs(rod.end2.velocity.x) > 0.1 and 1 or 0 end, equals = 1, at = 2.7 }
stage.new(scene, { title = "on_line", eye = { 1.2, -6.4, 2.3 }, target = { 0, 0, 1.23 }, fov = 29 })
return scene
