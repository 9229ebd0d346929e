-- expect: 5: scene.camera: field 'fov': expected a field of view above 0 and below 3.14 radians, got -0.5 at t = 1 s
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:advance(1)
scene.camera.fov = function(t) return 0.5 - t end
