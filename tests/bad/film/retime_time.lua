-- expect: 4: scene:retime: t_scene of knot 1: expected a number of seconds, got 'now'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:retime { { 0, "now" } }
return scene
