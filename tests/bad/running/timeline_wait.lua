-- expect: 4: tl:wait: expected a duration of 0 or more, got -1 (in an event at t = 0 s)
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:timeline(function(tl) tl:wait(-1) end)
return scene
