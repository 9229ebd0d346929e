-- expect: 4: scene:restore: expected what scene:snapshot() gave, got a table
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:restore({})
