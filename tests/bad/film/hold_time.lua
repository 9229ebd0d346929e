-- expect: 4: scene:hold: expected a time of the scene first, got 'end'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:hold("end", 1)
return scene
