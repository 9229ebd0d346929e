-- expect: 4: scene.camera: field 'target': expected another place than 'eye', got (0, -9, 3) for both
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.camera = { eye = { 0, -9, 3 }, target = tw.vec3(0, -9, 3) }
