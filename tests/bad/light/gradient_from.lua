-- expect: 5: scene.background: field 'from': expected less than 'to', 0.5, got 0.6
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.background = { top = { 0.1, 0.2, 0.5 }, bottom = { 0.5, 0.5, 0.5 }, to = 0.5 }
scene.background.from = 0.6
return scene
