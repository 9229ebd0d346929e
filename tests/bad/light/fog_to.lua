-- expect: 5: scene.fog: field 'to': expected more than 'from', 50, got 50
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.fog = { from = 50, to = 100 }
scene.fog.to = 50
return scene
