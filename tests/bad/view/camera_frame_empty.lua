-- expect: 4: scene.camera: field 'frame': expected a list of 1 to 64 bodies and groups, got 0; a group may stand for many
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.camera = { frame = {} }
