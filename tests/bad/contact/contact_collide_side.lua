-- expect: 4: scene:collide: the second argument: expected a body, a group or "ground", got 3
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:collide(scene:sphere { radius = 1 }, 3, false)
