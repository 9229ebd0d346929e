-- expect: 4: scene:text: field 'anchor': expected one of 'top left', 'top', 'top right', 'left', 'center', 'right', 'bottom left', 'bottom', 'bottom right', got 'middle'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:text { "hello", at = { 0, 0, 0 }, anchor = "middle" }
