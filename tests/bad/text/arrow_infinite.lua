-- expect: 5: scene:arrow: field 'scale': expected a finite number, got inf at t = 0 s
local tw = require "tauwerk"
local scene = tw.scene { name = "bad", duration = 1 }
local ball = scene:sphere { radius = 0.1 }
scene:arrow { at = ball, value = { 1, 0, 0 }, scale = function(t) return 1 / t end }
return scene
