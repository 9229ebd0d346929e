-- expect: 4: scene:sphere: field 'radius': expected a positive number, got 'big'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = "big" }
