-- expect: 4: scene:sphere: field 'color': expected the name of a colour, '#rrggbb' or {r, g, b}, got 'tomatoe'; did you mean 'tomato'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = 1, color = "tomatoe" }
