-- expect: 4: scene:collide: the third argument: expected true or false, got nil
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:collide(scene:sphere { radius = 1 }, scene:sphere { radius = 1 })
