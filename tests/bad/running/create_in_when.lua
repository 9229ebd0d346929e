-- expect: 5: scene:sphere: a function given to scene:when may only look: it cannot create objects
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:when(function()
    scene:sphere { radius = 1 }
    return 1
end, print)
return scene
