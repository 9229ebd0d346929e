-- expect: 4: scene:sphere: field 'fixed': expected true or false, got 1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = 1, fixed = 1 }
