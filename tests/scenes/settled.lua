-- the camera is framed automatically, and soon nothing reaches farther than before
local tw = require "tauwerk"
local scene = tw.scene { name = "settled", duration = 2, fps = 30, size = { 64, 36 } }
local ball = scene:sphere { radius = 0.2, mass = 1, velocity = { 6, 0, 0 } }
scene:sphere { radius = 0.2, fixed = true, position = { 0, 0, 1 } }
scene:spring { a = ball.center, b = scene:nail { 0, 0, 0 }, stiffness = 300, rest = 0 }
return scene
