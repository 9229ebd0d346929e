-- expect: 4: scene:expect: unknown field 'equal'; did you mean 'equals'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:expect { "x", value = 1, equal = 1 }
