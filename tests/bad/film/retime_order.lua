-- expect: 4: scene:retime: t_film of knot 2: expected more than 1, got 1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:retime { { 1, 1 }, { 1, 2 } }
return scene
