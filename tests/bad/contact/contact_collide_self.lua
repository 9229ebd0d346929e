-- expect: 4: scene:collide: expected two bodies, got the same one twice
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local b = scene:sphere { radius = 1 } scene:collide(b, b, false)
