-- expect: 4: scene:when: expected a function that gives a number, true or false, got 'now' at t = 0 s
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:when(function() return "now" end, print)
return scene
