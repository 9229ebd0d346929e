-- expect: 4: scene: unknown field 'gravty'; did you mean 'gravity'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.gravty = { 0, 0, -9.81 }
