-- expect: 4: scene:restore: expected a snapshot from scene:snapshot(), got an empty table
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:restore({})
