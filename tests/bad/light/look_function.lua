-- expect: 4: scene.look: field 'key': expected a finite number, got
local tw = require "tauwerk"
local scene = tw.scene { name = "x" }
scene.look = { "studio", key = function(t) return tw.math.sqrt(-1 - t) end }
return scene
