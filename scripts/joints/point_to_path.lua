-- point_to_path: a club is fetched by its end and led round a circle. What is left free: it swings as it likes.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "point_to_path", duration = 7, tau = 0.12, gravity = "earth" }
local omega, R, height = 2.2, 0.9, 2.0
local function place(t) return { R * tw.math.cos(omega * t), R * tw.math.sin(omega * t), height } end
local path = scene:path(place)
local club = scene:capsule { name = "club", length = 1.0, radius = 0.1, density = 700, position = { 0.6, -1.0, 1.3 },
                             orientation = tw.euler(0.4, 0.8, 0), material = stage.paint "ochre" }
-- at rest relative to where the path begins to go
local lead = scene:point_to_path { point = club.end2, path = path }
club.velocity = { 0, R * omega, 0 }
stage.decays(scene, "path", lead)
for i = 0, 47 do
  local a = 2 * math.pi * i / 48
  scene:sphere { radius = 0.022, position = { R * math.cos(a), R * math.sin(a), height }, fixed = true, material = stage.guide }
end

-- the path turns steadily about the z axis: E - omega L_z stays, though the path gives and takes energy
local function jacobi() return scene:energy().total - omega * scene:angular_momentum(tw.vec3(0, 0, 0)).z end
local J0, E0
scene:at(2.5, function() J0, E0 = jacobi(), scene:energy().total end)
for _, t in ipairs { 4, 5.5, "end" } do
  scene:expect { "E - omega L at " .. t, value = function() return jacobi() - J0 end, equals = 0, within = 1e-4, at = t }
end
scene:expect { "the path works", value = function() return math.abs(scene:energy().total - E0) > 1 and 1 or 0 end, equals = 1, at = 3.3 }
stage.new(scene, { title = "point_to_path", eye = { 1.6, -6.0, 3.1 }, target = { 0, 0, 1.25 }, fov = 30 })
return scene
