-- expect: 4: scene:text: field 'size': expected a positive number, got 0
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:text { "hello", size = 0 }
