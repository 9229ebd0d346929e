-- expect: 4: scene:trail: field 'point' is missing: expected a body or a point
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:trail { seconds = 1 }
