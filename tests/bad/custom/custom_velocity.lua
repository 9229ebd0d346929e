-- expect: 5: a deviation is a function of positions and orientations: it may not depend on the velocity of a body
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:constraint { bodies = { rod }, deviation = function(x) return x.body[1].velocity end }
