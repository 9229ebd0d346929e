-- expect: 4: scene:sphere: expected named fields, got an empty table as a name
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = 1, [{}] = 2 }
