-- expect: 4: scene:sphere: field 'color': expected a colour: a name, '#rrggbb' or {r, g, b}, got a table whose entry 2 is 'red'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = 1, color = { 1, "red", 2 } }
