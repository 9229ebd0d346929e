-- A motion's fingerprint, for lanes.cmake.
local tw = require "tauwerk"

for _, stepper in ipairs { "auto", "dopri" } do
  local s = tw.scene { gravity = "earth", tau = 0.1, stepper = stepper }
  local before = s:nail { 0, 0, 0 }
  for i = 1, 9 do
    local rod = s:rod { from = { i - 1, 0, 0 }, to = { i, 0, 0 }, radius = 0.05, mass = i }
    s:connect(before, rod.end1)
    before = rod:point { 0.1, 0, 0.4 }
  end
  s:connect(before, s:path(function(t) return { 6, t, 0 } end))
  s:drag { linear = 0.1 }
  s:advance(0.5)
  print(stepper, s:hash())
end
