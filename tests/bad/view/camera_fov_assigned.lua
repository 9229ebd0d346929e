-- expect: 5: scene.camera: field 'fov': expected it together with projection = 'perspective'; an orthographic picture has 'height'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.camera.projection = "orthographic"
scene.camera.fov = 1
