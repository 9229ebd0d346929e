-- expect: 5: scene:text: field 'at': expected a point, {x, y, z} or one of 'top left', 'top', 'top right', 'left', 'center', 'right', 'bottom left', 'bottom', 'bottom right', got 'botom'; did you mean 'bottom'? (in a function given to scene:text at t = 0 s)
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local text = scene:text { "hello" }
text.at = function() return "botom" end
return scene
