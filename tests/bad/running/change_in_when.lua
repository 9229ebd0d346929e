-- expect: 6: sphere 'sphere1': field 'position': a function given to scene:when may only look: it cannot assign a field (in a function given to scene:when at t = 0 s)
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local ball = scene:sphere { radius = 1 }
scene:when(function()
    ball.position = { 1, 0, 0 }
    return 1
end, print)
return scene
