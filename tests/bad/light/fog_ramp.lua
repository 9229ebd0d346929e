-- expect: 5: scene.fog: field 'from': expected less than 'to', 100, got 150 at t = 1 s
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.fog = { to = 100 }
scene:ramp { scene.fog, "from", to = 300, t0 = 0, t1 = 2, ease = "linear" }
return scene
