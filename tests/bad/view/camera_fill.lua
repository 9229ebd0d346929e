-- expect: 4: scene.camera: field 'fill': expected a number above 0, up to 1, got 70
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.camera = { fill = 70 }
