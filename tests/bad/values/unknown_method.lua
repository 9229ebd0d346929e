-- expect: 4: scene: unknown field 'rodd'; did you mean 'rod'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:rodd { length = 1, radius = 0.1 }
