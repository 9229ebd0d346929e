-- expect: 5: scene:ramp: field 'radius' cannot vary with time
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
scene:ramp { rod, "radius", to = 2, t1 = 1 }
