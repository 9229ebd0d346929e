-- expect: 5: x has no field 'bdy'; it has [1], [2], ... (points), body, velocity; did you mean 'body'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:constraint { bodies = { rod }, deviation = function(x) return x.bdy[1].position end }
