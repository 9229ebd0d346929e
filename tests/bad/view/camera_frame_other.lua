-- expect: 5: scene.camera: field 'frame': group 'g' belongs to another scene
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local other = tw.scene { name = "other" }:group { name = "g" }
scene.camera.frame = other
