-- expect: 4: scene:text: field 'visible': expected true, false or a function of t, got 1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:text { "hello", visible = 1 }
