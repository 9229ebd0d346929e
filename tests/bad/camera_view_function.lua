-- expect: 5: scene.camera: field 'fov': expected a field of view between 0 and pi radians, got -0.5 at t = 1 s
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:advance(1)
scene.camera.fov = function(t) return 0.5 - t end
