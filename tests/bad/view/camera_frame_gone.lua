-- expect: 6: scene.camera: field 'frame': sphere 'ball' was removed
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local ball = scene:sphere { radius = 1, name = "ball" }
ball:remove()
scene.camera.frame = ball
