-- expect: 5: scene:sphere: field 'name': 'a' is used already
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = 1, name = "a" }
scene:sphere { radius = 1, name = "a" }
