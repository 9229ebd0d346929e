-- expect: 4: scene: unknown field 'resolution'; did you mean 'size'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.resolution = { 640, 360 }
