-- expect: 5: scene.fog: field 'from': expected less than 'to', 100, got 200
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.fog = { to = 100 }
scene.fog.from = 200
return scene
