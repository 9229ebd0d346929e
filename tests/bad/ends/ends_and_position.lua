-- expect: 4: scene:rod: field 'position': expected either it or 'from' and 'to', got both
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:rod { from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.1, position = { 1, 0, 0 } }
