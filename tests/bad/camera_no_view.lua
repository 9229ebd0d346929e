-- expect: 4: scene.camera: field 'fov': expected a field of view between 0 and pi radians, got 0
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.camera.fov = 0
