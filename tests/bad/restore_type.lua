-- expect: 4: scene:restore: expected what scene:snapshot() gave, got an empty table
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:restore({})
