-- expect: 7: connect(sphere1.center, nail1) was removed
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local ball = scene:sphere { radius = 1 }
local c = scene:connect(ball.center, scene:nail { 0, 0, 1 })
ball:remove()
c:disable()
