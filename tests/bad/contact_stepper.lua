-- expect: 4: scene:advance: stepper 'adams' does not know contacts
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.stepper = "adams" scene:sphere { radius = 1, collide = true } scene:advance(1)
