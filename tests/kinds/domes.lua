-- domes on the ground, one of them with its flat side up
local tw = require "tauwerk"
local scene = tw.scene { duration = 0.1, gravity = "earth" }
scene:ground { height = 0 }
scene:dome { radius = 0.4, position = { 0, 0, 0.15 }, material = "copper" }
scene:dome { radius = 0.3, position = { 0.8, 0, 0.1875 }, orientation = tw.axis_angle({ 1, 0, 0 }, math.pi), material = "steel" }
scene.camera = { eye = { 0.4, -2.5, 1.2 }, target = { 0.4, 0, 0.1 } }
return scene
