-- two boxes on a hinge, as a robot's file has them
local tw = require "tauwerk"
local scene = tw.scene { name = "joined", gravity = "earth", size = { 32, 18 } }
local base = scene:box { name = "base", size = { 0.4, 0.4, 0.2 }, fixed = true }
local arm = scene:box { name = "arm", size = { 1, 0.1, 0.1 }, position = { 0.5, 0, 0.2 } }
scene:hinge { name = "turn", a = base, b = arm, at = { 0, 0, 0.2 }, axis = { 0, 1, 0 } }
return scene
