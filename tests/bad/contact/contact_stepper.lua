-- expect: 4: scene:advance: stepper 'rk4' does not know contacts
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.stepper = "rk4" scene:sphere { radius = 1, collide = true } scene:advance(1)
