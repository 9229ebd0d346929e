-- expect: 4: scene:collide: expected a body or a group beside the ground, got the ground twice
local tw = require "tauwerk"
local s = tw.scene { gravity = "earth" }
s:collide("ground", "ground", false)
