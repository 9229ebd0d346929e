-- expect: 4: scene.camera: field 'fit': expected one of 'film', 'shot', 'moment', got 'scene'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.camera.fit = "scene"
