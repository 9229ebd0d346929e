-- expect: 4: a function given to scene:when may only look: it cannot say which bodies collide
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:when(function() scene:collide(scene.bodies[1], scene.bodies[2], false) return true end, print) scene:sphere { radius = 1 } scene:sphere { radius = 1 } scene:advance(1)
