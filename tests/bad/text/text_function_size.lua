-- expect: 4: scene:text: field 'size': expected a positive number, got -1 (in a function given to scene:text at t = 2 s)
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:text { "hello", size = function(t) return 1 - t end, visible = function(t) return t > 1 end }
return scene
