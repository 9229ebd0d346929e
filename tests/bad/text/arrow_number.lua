-- expect: 5: field 'value' of arrow1 at t = 0 s: expected a finite vector {x, y, z}, got 3
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:arrow { at = a, value = function() return 3 end }
return scene
