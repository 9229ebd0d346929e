-- a chain whose end is dragged beyond its length: at t = 2 s
local tw = require "tauwerk"
local scene = tw.scene { duration = 2.2, gravity = "earth", tau = 0.12, fps = 10 }
local carrier = scene:sphere { radius = 0.1, motion = scene:path(function(t) return { 0.5 + 0.25 * t, 0, 0 } end) }
local last
for i = 1, 2 do
  local rod = scene:rod { length = 0.5, radius = 0.02, position = { 0.3 * i, 0, -0.3 } }
  scene:connect(rod.end1, last or scene:nail { 0, 0, 0 })
  last = rod.end2
end
scene:connect(last, carrier.center)
return scene
