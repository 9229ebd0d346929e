-- expect: 4: scene:text: field 'fade': expected a number that is not negative, got -1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:text { "hello", fade = -1 }
return scene
