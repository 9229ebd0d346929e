-- robots of two formats, and a chain
local tw = require "tauwerk"
require "tauwerk.models"
local scene = tw.scene { name = "walk", duration = 0.05, fps = 20, gravity = "earth", size = { 32, 18 } }
tw.import("rows.xml", { scene = scene })
tw.import("arm.urdf", { scene = scene, at = { 2, 0, 0 } })
scene:chain { count = 3, from = { 4, 0, 1 }, to = { 5, 0, 1 }, link = { width = 0.12, radius = 0.015 } }
return scene
