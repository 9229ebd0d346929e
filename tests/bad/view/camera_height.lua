-- expect: 4: scene.camera: field 'height': expected it together with projection = 'orthographic'; a perspective has 'fov'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.camera = { height = 2 }
