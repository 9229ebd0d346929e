-- expect: 5: scene:ramp: field 'from': expected a field of view between 0 and pi radians, got 3.5 (3.5 degrees are tw.deg(3.5))
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.camera.fov = 1
scene:ramp { scene.camera, "fov", from = 3.5, to = 1, t1 = 1 }
