-- expect: 4: scene:cylinder: unknown field 'length'; did you mean 'height'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:cylinder { radius = 0.1, length = 1 }
