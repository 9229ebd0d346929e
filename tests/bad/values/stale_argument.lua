-- expect: 7: scene:connect: point 'b.center' was removed
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local ball = scene:sphere { radius = 1, name = "b" }
local point = ball.center
ball:remove()
scene:connect(point, scene:nail { 0, 0, 1 })
