-- point_to_nail: a rod flies to its nail and hangs there as a pendulum. What is left free: to turn about the nail.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "point_to_nail", duration = 6, tau = 0.08 }
local L, g = 1.4, 9.81
local at = tw.vec3(0, 0, 2.1)
local rod = scene:capsule { name = "rod", length = L, radius = 0.09, density = 800, position = { -1.1, 0.5, 1.2 },
                            orientation = tw.euler(0.2, 0.9, 0), material = stage.paint "red" }
local nail = stage.nail(scene, at)
local hang = scene:point_to_nail { point = rod.end2, nail = nail }
stage.decays(scene, "nail", hang)

-- gravity from 2 s on, when the rod rests at its nail
scene:at(2, function() scene.gravity = "earth" end)
stage.conserves(scene, 2, 1e-5)
stage.new(scene, { eye = { 1.9, -5.4, 2.2 }, target = { 0, 0, 1.35 } })
return scene
