-- on_curve: three beads come to a cycloid and swing in it. What is left free: to slide along the curve, and to turn.
-- On a cycloid every swing takes the same time, however wide (Huygens): 4 pi sqrt(r/g).
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "on_curve", duration = 6, tau = 0.1 }
local r, g, bottom = 0.62, 9.81, 0.5
local function cycloid(y)
  return function(s) return { r * (s + tw.math.sin(s)), y, bottom + r * (1 - tw.math.cos(s)) } end
end
local T, t0 = 4 * math.pi * math.sqrt(r / g), 2.4
local beads = {}
for i, d in ipairs { { "red", -2.0, 0.5, 0.3 }, { "ochre", -1.4, 0, 0.3 }, { "blue", 0.8, -0.5, 0.5 } } do
  local color, s, y, out = table.unpack(d)
  local curve = cycloid(y)
  stage.curve(scene, function(u) return tw.vec3(curve(u)) end, -3, 3, 40, 0.022)
  local bead = scene:sphere { name = color, radius = 0.13, material = stage.paint(color),
                              position = tw.vec3(curve(s)) + tw.vec3(-0.2 * s, 0.25 * (i - 2), out) }
  local c = scene:on_curve { point = bead.center, curve = curve, from = -3, to = 3 }
  stage.decays(scene, color, c)
  beads[i] = bead
  local start
  scene:at(t0, function()
    scene.gravity = "earth"
    start = bead.position
  end)
  for k = 1, 3, 2 do
    scene:expect { color .. ": at the bottom after " .. k .. "/4 swing", value = function() return bead.position.x end,
                   equals = 0, within = 2e-6, at = t0 + k * T / 4 }
  end
  scene:expect { color .. ": back after a swing", value = function() return (bead.position - start):length() end,
                 equals = 0, within = 2e-6, at = t0 + T }
end
stage.conserves(scene, t0 + 0.01, 1e-4)
for _, x in ipairs { -1, 1 } do
  local p = cycloid(0)(3 * x) -- where it ends
  scene:box { size = { 0.1, 1.3, 0.1 }, position = { p[1], 0, p[3] }, fixed = true, material = "oak" }
  scene:box { size = { 0.12, 0.12, p[3] }, position = { p[1], 0.6, p[3] / 2 }, fixed = true, material = "oak" }
  scene:box { size = { 0.12, 0.12, p[3] }, position = { p[1], -0.6, p[3] / 2 }, fixed = true, material = "oak" }
end
stage.new(scene, { title = "on_curve", eye = { 1.0, -6.6, 2.9 }, target = { 0, 0, 0.9 }, fov = 26 })
return scene
