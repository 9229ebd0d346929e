-- expect: 4: scene:record: 'x': expected a function that gives a number or a vector, got 'text'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:record { "x", value = function() return "text" end }
return scene
