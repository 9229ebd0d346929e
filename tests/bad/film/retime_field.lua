-- expect: 4: scene:retime: unknown field 'eas'; expected knots and ease
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:retime { { 1, 1 }, eas = "smooth" }
return scene
