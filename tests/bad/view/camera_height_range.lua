-- expect: 4: scene.camera: field 'height': expected a positive number, got 0
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.camera.height = 0
