-- expect: 4: cannot be traced: a value that depends on t has no text
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.tau = function(t) return #("" .. t) end
