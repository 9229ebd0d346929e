-- expect: 4: scene:text: field 'opacity': expected a number from 0 to 1, got nan
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:text { "hello", opacity = function() return 0 / 0 end }
return scene
