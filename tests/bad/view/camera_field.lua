-- expect: 4: scene.camera: unknown field 'fow'; did you mean 'fov'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.camera = { eye = { 0, 0, 1 }, fow = 1 }
