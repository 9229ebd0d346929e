-- expect: 5: body:to_world: call it with a colon
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local ball = scene:sphere { radius = 1 }
ball.to_world({ 1, 2, 3 })
