-- expect: 4: scene.camera: field 'projection': expected one of 'perspective', 'orthographic', got 'isometric'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.camera = { projection = "isometric" }
