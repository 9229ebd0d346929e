-- expect: 4: tw.film: shot 1: field 'to': expected more than from = 2, got 1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
return tw.film { shots = { { scene, from = 2, to = 1 } } }
