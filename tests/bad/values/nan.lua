-- expect: 4: scene:sphere: field 'radius': expected a finite number, got nan
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = 0 / 0 }
