-- expect: 5: field 'value' of arrow1 at t = 0 s: expected a finite vector {x, y, z}, got (nan, 0, 0)
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:arrow { at = a, value = function() return tw.vec3(0 / 0, 0, 0) end }
return scene
