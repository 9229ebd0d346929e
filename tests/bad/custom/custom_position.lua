-- expect: 5: cannot be traced: a deviation may not read rod 'rod1', which changes while the scene runs; use x[i] and x.body[k], which it is given
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:constraint { points = { rod.end1 }, deviation = function(x) return x[1] - rod.position end }
