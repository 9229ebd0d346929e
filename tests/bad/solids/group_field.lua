-- expect: 4: scene:group: unknown field 'densty'; did you mean 'density'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:group { name = "g", densty = 3 }
