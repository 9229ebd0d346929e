-- expect: 5: scene:keys: field 'to': expected more than 'from', 5, got 3
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.fog = { from = 5, to = 100 }
scene:keys { scene.fog, "to", { { 0, 3 }, { 1, 50 } } }
return scene
