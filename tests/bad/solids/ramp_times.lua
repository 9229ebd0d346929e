-- expect: 4: scene:ramp: field 't1': expected a time after t0 = 2 s, got 1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:ramp { scene, "tau", to = 2, t0 = 2, t1 = 1 }
