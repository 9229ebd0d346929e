-- expect: 5: the force on a body has no field 'forces'; it has force, torque, at; did you mean 'force'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:custom_force { bodies = { rod }, force = function(t, x) return { [rod] = { forces = { 0, 0, 1 } } } end }
