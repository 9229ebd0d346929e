-- Figure 4a: a point-to-path constraint pulls a rod along a path that the script gives; the rod's
-- other end follows as it likes.
local tw = require "tauwerk"

local scene = tw.scene { name = "f04a", duration = 6, gravity = "earth", tau = 0.2 }
local path = scene:path(tw.spline {
  { 0, { -1.5, 0, 1.5 } }, { 1.5, { -0.5, 0, 2.6 } }, { 3, { 0.6, 0, 1.7 } }, { 4.5, { 1.5, 0, 2.4 } }, { 6, { 1.8, 0, 1.6 } },
  ends = "rest",
})
local rod = scene:rod { name = "rod", length = 1, radius = 0.07, position = { -1.6, 0.5, 0.4 }, material = "brass" }
local pull = scene:connect(rod.end2, path)
scene:drag { rate = 0.3 }

-- beads mark where the path goes
for k = 0, 24 do
  local at = tw.spline { { 0, { -1.5, 0, 1.5 } }, { 1.5, { -0.5, 0, 2.6 } }, { 3, { 0.6, 0, 1.7 } }, { 4.5, { 1.5, 0, 2.4 } }, { 6, { 1.8, 0, 1.6 } }, ends = "rest" }
  scene:sphere { radius = 0.025, position = at(k / 4), fixed = true, color = { 0.9, 0.5, 0.2 } }
end
scene:ground { height = 0 }

scene:expect { "on the path", value = function() return pull.deviation:length() end, equals = 0, within = 1e-5, at = "end" }
return scene
