-- expect: 4: scene:rod: unknown field 'radus'; did you mean 'radius'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:rod { length = 1, radus = 0.1 }
