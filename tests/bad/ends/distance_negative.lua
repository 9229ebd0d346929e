-- expect: 5: scene:distance: field 'length': expected a number that is not negative, got -1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:distance { a = a.center, b = scene:nail { 0, 0, 1 }, length = -1 }
