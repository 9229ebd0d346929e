-- expect: 4: scene:text: field 'color': expected the name of a colour, '#rrggbb' or {r, g, b}, got 'rde'; did you mean 'red'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:text { "hello", color = "rde" }
