-- expect: 4: scene: field 'gravity': expected a function of t that returns a vector {x, y, z}, got a number that depends on t
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.gravity = function(t) return t end
