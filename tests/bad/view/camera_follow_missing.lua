-- expect: 5: scene.camera: field 'eye.follow' is missing beside 'offset'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene.camera.eye = { offset = { 0, 0, 1 } }
