-- expect: 4: scene.camera: field 'fov': expected a field of view above 0 and below 3.14 radians, got 30 (30 degrees are tw.deg(30))
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.camera = { eye = { 0, -9, 3 }, fov = 30 }
