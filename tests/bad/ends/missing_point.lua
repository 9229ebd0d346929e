-- expect: 4: scene:spring: field 'a' is missing: expected a point
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:spring { stiffness = 1 }
