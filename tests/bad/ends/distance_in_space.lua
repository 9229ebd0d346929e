-- expect: 4: scene:distance: field 'b': expected a point of a body, got two points in space
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:distance { a = scene:nail { 0, 0, 0 }, b = scene:nail { 1, 0, 0 }, length = 2 }
