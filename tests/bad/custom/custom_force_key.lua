-- expect: 5: with the bodies in the field 'bodies' as keys, got another key
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:custom_force { bodies = { rod }, force = function(t, x) return { [rod.end1] = { force = { 0, 0, 1 } } } end }
