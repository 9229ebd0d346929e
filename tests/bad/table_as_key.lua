-- expect: 4: scene:sphere: expected named fields, got a table as a name
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = 1, [{}] = 2 }
