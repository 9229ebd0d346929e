-- expect: 4: scene:log: invalid conversion '%y'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:log("%y", 1)
