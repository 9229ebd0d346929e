-- A chain of five rods between two nails: it hangs, and swings in its third mode.
local tw = require "tauwerk"
local n, length, span = 5, 0.4, 1.5
local scene = tw.scene { gravity = "earth", duration = 6, tau = 0.05 }

local before, place = scene:nail { 0, 0, 0 }, tw.vec3(0, 0, 0)
for i = 1, n do
  local to = place + tw.vec3(span / n, 0, i <= n / 2 and -0.26 or i > n / 2 + 1 and 0.26 or 0)
  local rod = scene:rod { from = place, to = place + (to - place):normalized() * length, radius = 0.02, color = { 0.75, 0.3, 0.2 } }
  scene:connect(rod.end1, before)
  scene:on_plane { point = rod.center, through = { 0, 0, 0 }, normal = { 0, 1, 0 } }
  before, place = rod.end2, to
end
scene:connect(before, scene:nail { span, 0, 0 })

scene:assemble()
local rest = scene:equilibrium()
assert(rest.ok and rest.stable, rest.why)

-- the rods' spins about themselves are modes, too, without frequency
local swinging = {}
for _, mode in ipairs(scene:modes()) do
  if mode.frequency > 0 then swinging[#swinging + 1] = mode end
end
local mode = swinging[3]
mode:play(0.15)
scene:text { ("mode 3: %.2f Hz"):format(mode.frequency), at = "top" }

return scene
