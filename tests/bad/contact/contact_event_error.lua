-- expect: 4: oops (in an event at t =
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:on_contact { function() error "oops" end } scene:ground {} scene.gravity = "earth" scene:sphere { radius = 1, position = { 0, 0, 2 }, collide = true } scene:advance(1)
