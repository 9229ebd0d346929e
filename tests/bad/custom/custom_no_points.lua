-- expect: 5: x[1]: no points are given; list them in the field 'points'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:constraint { bodies = { rod }, deviation = function(x) return x[1].z end }
