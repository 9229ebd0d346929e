-- expect: 4: tw.film: shot 2: expected a scene, a card or { scene, from =, to =, title = }, got 'b'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
return tw.film { shots = { scene, "b" } }
