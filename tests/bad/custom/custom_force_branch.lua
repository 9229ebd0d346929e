-- expect: 5: cannot be traced: a comparison of a value that depends on x
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:custom_force { bodies = { rod }, force = function(t, x) return { [rod] = { force = x[rod].velocity.x > 0 and { 1, 0, 0 } or { 0, 0, 0 } } } end }
