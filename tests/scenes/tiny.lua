-- the smallest film: a rod that flies to a nail while gravity acts; 6 pictures of 64 x 36
local tw = require "tauwerk"
local scene = tw.scene { name = "tiny", duration = 0.2, fps = 30, gravity = "earth", size = {64, 36} }
local rod = scene:rod { name = "rod", length = 1, radius = 0.1, position = {0.3, 0, 0} }
scene:connect(rod.end1, scene:nail { 0, 0, 1 })
scene.camera = { eye = {0, -5, 0}, target = {0, 0, 0} }
return scene
