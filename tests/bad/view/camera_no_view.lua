-- expect: 4: scene.camera: field 'fov': expected a field of view above 0 and below 3.14 radians, got 0
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.camera.fov = 0
