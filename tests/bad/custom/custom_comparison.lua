-- expect: 9: tests/bad/custom/custom_comparison.lua:6: cannot be traced: a comparison of a value that depends on x; use tw.math.select(c, a, b) (a where c >= 0), tw.math.min or tw.math.max
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
local function d(x)
  if x[1].z > 0 then return x[1].z end
  return 0
end
scene:constraint { points = { rod.end1 }, deviation = d }
