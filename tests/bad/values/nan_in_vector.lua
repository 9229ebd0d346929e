-- expect: 4: scene:sphere: field 'position': expected finite numbers, got nan
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = 1, position = { 0, 0 / 0, 0 } }
