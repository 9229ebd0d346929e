-- expect: 5: scene.camera: field 'focus': unknown field 'folow'; did you mean 'follow'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene.camera.focus = { folow = a }
