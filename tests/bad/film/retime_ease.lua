-- expect: 4: scene:retime: ease of knot 1: expected 'linear' or 'smooth', got 'slow'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:retime { { 1, 1, "slow" } }
return scene
