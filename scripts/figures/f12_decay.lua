-- Figure 12: the deviation over time, D(t) = D0 (1 + t/tau) exp(-t/tau) from rest. A ball is pulled to a
-- nail; every tenth of a second a bead is put at (t, |D|) and lands on the curve, drawn as a thin wire.
local tw = require "tauwerk"

local tau, D0, T = 0.6, 2.4, 5
local scene = tw.scene { name = "f12", duration = T, tau = tau }
local ball = scene:sphere { name = "ball", radius = 0.22, position = { -1.2, 0, D0 }, material = "rubber" }
local pull = scene:connect(ball.center, scene:nail { -1.2, 0, 0 })

local function curve(t) return D0 * (1 + t / tau) * math.exp(-t / tau) end
local function place(t, d) return { -0.6 + 0.8 * t, 0, d } end

-- axes and curve
scene:rod { from = place(0, 0), to = place(T, 0), radius = 0.012, fixed = true, color = { 0.2, 0.2, 0.2 } }
scene:rod { from = place(0, 0), to = place(0, D0 + 0.2), radius = 0.012, fixed = true, color = { 0.2, 0.2, 0.2 } }
for k = 0, 49 do
  local a, b = k * T / 50, (k + 1) * T / 50
  scene:capsule { from = place(a, curve(a)), to = place(b, curve(b)), radius = 0.012, fixed = true, color = { 0.15, 0.35, 0.6 } }
end

local worst = 0
scene:every(0.1, function(s, t)
  local d = pull.deviation:length()
  worst = math.max(worst, math.abs(d - curve(t)))
  scene:sphere { radius = 0.045, position = place(t, d), fixed = true, color = { 0.85, 0.3, 0.15 } }
end)

scene:expect { "every bead on the curve", value = function() return worst end, equals = 0, within = 1e-6 * D0, at = "end" }
return scene
