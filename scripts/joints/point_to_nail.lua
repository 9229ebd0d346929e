-- point_to_nail: a crate flies to its nail with one corner and hangs there. What is left free: to turn about the nail.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "point_to_nail", duration = 6, tau = 0.1 }
local at = tw.vec3(0, 0, 2)
local crate = scene:box { name = "crate", size = { 1.0, 0.6, 0.45 }, density = 600, position = { -1.3, -0.2, 0.8 },
                          orientation = tw.euler(0.3, 0.5, -0.4), material = stage.paint "red" }
stage.post(scene, at)
local nail = stage.nail(scene, at)
local hang = scene:point_to_nail { point = crate:corner(8), nail = nail }
stage.decays(scene, "nail", hang)

-- gravity from 2 s on, when it rests at its nail: neither the energy nor the angular momentum about the plumb line
-- through the nail change, and what the nail gives is what gravity does not
local function about_plumb() return scene:angular_momentum(at).z end
local L0
scene:at(2, function() scene.gravity, L0 = "earth", about_plumb() end)
stage.air(scene, 2)
stage.conserves(scene, 2, 1e-3)
scene:expect { "angular momentum", value = function() return about_plumb() - L0 end, equals = 0, within = 1e-5, at = "end" }
scene:expect { "Newton", value = function()
  return (hang.force - crate.mass * (crate.acceleration + tw.vec3(0, 0, 9.81))):length() / (crate.mass * 9.81)
end, equals = 0, within = 2e-3, at = 4.2 }
stage.new(scene, { title = "point_to_nail", eye = { 1.5, -5.6, 2.1 }, target = { -0.15, 0, 1.2 }, fov = 26 })
return scene
