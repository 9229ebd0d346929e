-- expect: 4: use tw.math.select(c, a, b) (a where c >= 0), tw.math.min or tw.math.max
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.tau = function(t) return t > 1 and 1 or 2 end
