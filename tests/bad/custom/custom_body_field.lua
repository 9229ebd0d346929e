-- expect: 5: a body of x has no field 'postion'; it has position, orientation; did you mean 'position'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:constraint { bodies = { rod }, deviation = function(x) return x.body[1].postion end }
