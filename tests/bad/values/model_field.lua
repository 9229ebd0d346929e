-- expect: 5: scene:wheel: unknown field 'radus'; did you mean 'radius'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
tw.model("wheel", { radius = 1 }, function(g, t) end)
scene:wheel { radus = 2 }
