-- expect: 4: scene:advance: cannot be called inside an event: the scene is advancing already (in an event at t = 0.5 s)
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:at(0.5, function() scene:advance(1) end)
return scene
