-- expect: 4: tw.film: shot 1: unknown field 'form'; did you mean 'from'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
return tw.film { shots = { { scene, form = 1 } } }
