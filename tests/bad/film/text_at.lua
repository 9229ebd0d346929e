-- expect: 4: scene:text: field 'at': expected a point, {x, y, z} or one of 'top left', 'top', 'top right', 'left', 'center', 'right', 'bottom left', 'bottom', 'bottom right', got 'botom'; did you mean 'bottom'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:text { "hello", at = "botom" }
