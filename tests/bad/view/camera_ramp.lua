-- expect: 5: scene:ramp: field 'from': expected a field of view above 0 and below 3.14 radians, got 3.5 (3.5 degrees are tw.deg(3.5))
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.camera.fov = 1
scene:ramp { scene.camera, "fov", from = 3.5, to = 1, t1 = 1 }
