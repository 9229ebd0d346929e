-- expect: 5: a function given to scene:when may only look: it cannot take a snapshot
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:when(function()
    scene:snapshot()
    return 1
end, function() end)
return scene
