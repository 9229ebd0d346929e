-- expect: 5: scene:restore: cannot be called inside an event: the scene is advancing
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local s = scene:snapshot()
scene:at(1, function() scene:restore(s) end)
return scene
