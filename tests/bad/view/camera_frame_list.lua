-- expect: 5: scene.camera: field 'frame[2]': expected a body or a group, got 'ball'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local ball = scene:sphere { radius = 1, name = "ball" }
scene.camera.frame = { ball, "ball" }
