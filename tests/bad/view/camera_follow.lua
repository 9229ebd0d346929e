-- expect: 4: scene.camera: field 'eye.follow': expected a body or a group, got 'box'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.camera = { eye = { follow = "box" } }
