-- expect: 4: scene.camera: field 'frame': expected a body, a group or a list of them, got 3
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.camera = { frame = 3 }
