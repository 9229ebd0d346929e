-- expect: 4: scene.background: field 'bottom' is missing
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.background = { top = { 0.1, 0.2, 0.5 } }
return scene
