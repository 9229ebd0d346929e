-- expect: 4: scene: field 'background': expected a colour: a name, '#rrggbb' or {r, g, b}, got 0.5
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.background = 0.5
