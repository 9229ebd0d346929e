-- expect: 5: sphere 'sphere1': a function given to scene:on_frame may only look: it cannot remove objects
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local ball = scene:sphere { radius = 1 }
scene:on_frame(function() ball:remove() end)
return scene
