-- expect: 4: scene.fog: field 'to': expected more than 'from', 9, got 3
local tw = require "tauwerk"
local scene = tw.scene { name = "x" }
scene.fog = { from = 9, to = 3 }
return scene
