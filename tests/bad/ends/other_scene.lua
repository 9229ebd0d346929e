-- expect: 6: scene:connect: point 'sphere1.center' belongs to another scene
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local other = tw.scene {}
local ball = other:sphere { radius = 1 }
scene:connect(ball.center, scene:nail { 0, 0, 0 })
