-- expect: 5: scene:on_curve: field 'curve': it stands still at s = 0
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:on_curve { point = a.center, curve = function(s) return { s * s, 0, s ^ 3 } end }
