-- expect: 6: a function given to scene:when may only look: it cannot assemble the scene (in a function given to scene:when at t = 0 s)
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local ball = scene:sphere { radius = 1 }
scene:when(function()
    scene:assemble {}
    return 1
end, print)
return scene
