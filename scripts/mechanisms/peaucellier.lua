-- Peaucellier and Lipkin's linkage: of eight bars, one turning about M, and a point that moves on a straight line.
-- OP * OQ = l^2 - s^2: while Q is on a circle through O, P is on a line.
local tw = require "tauwerk"
local bars = require "_bars"

local scene = tw.scene { name = "peaucellier", duration = 8, tau = 0.3, seed = 8 }
local l, s, c = 1.55, 0.62, 0.6 -- long arms, rhombus, crank = |OM|
local O, M = { -1.3, 1.3 }, { -1.3 + c, 1.3 }
local angle = tw.deg(20)
local Q = { M[1] + c * math.cos(angle), M[2] + c * math.sin(angle) }
local A = bars.meet(O, l, Q, s, 1)
local B = bars.meet(O, l, Q, s, -1)
local P = { A[1] + B[1] - Q[1], A[2] + B[2] - Q[2] }
local line = O[1] + (l * l - s * s) / (2 * c)

local m = bars.new(scene, 0.1)
local red, gold, blue = { "plastic", color = { 0.62, 0.13, 0.08 } }, { "plastic", color = { 0.72, 0.5, 0.1 } },
  { "plastic", color = { 0.08, 0.25, 0.5 } }
local OA, OB = m:bar("OA", O, A, 0, gold), m:bar("OB", O, B, 1, gold)
local QA, QB = m:bar("QA", Q, A, 1, blue), m:bar("QB", Q, B, 0, blue)
local PA, PB = m:bar("PA", P, A, 2, blue), m:bar("PB", P, B, 2.5, blue)
local MQ = m:bar("MQ", M, Q, 2, red)
m:pin(OA, nil, O, 0)
m:pin(OB, nil, O, 0.5)
m:pin(QA, OA, A, 0.5)
m:pin(PA, QA, A, 1.5)
m:pin(QB, OB, B, 0.5)
m:pin(PB, QB, B, 1.2)
m:pin(PB, PA, P, 2.2)
m:pin(QA, QB, Q, 0.5)
m:pin(MQ, QA, Q, 1.5)
local crank = m:pin(MQ, nil, M, 2)
m:scatter(0.8, 0.7)

for _, p in ipairs { O, M } do m:axle(p, -1.2, p == O and 1.8 or 2.8, 0.04) end
scene:box { size = { 0.85, 0.1, 0.22 }, position = { -1.07, 0.12, 1.3 }, fixed = true, material = "oak" }
scene:box { size = { 0.2, 0.1, 1.3 }, position = { -1.3, 0.14, 0.65 }, fixed = true, material = "oak" }
-- the line
scene:rod { from = { line, 0.1, 0.3 }, to = { line, 0.1, 2.3 }, radius = 0.02, fixed = true, material = "steel" }

local air = scene:drag { rate = 1.5 }
scene:at(3.2, function()
  air:disable()
  local start = crank.angle
  scene:motor { joint = crank, tau = 0.1, angle = function(t)
    return start - tw.deg(20) + tw.deg(20) * tw.math.cos(2.5 * (t - 3.2)) + tw.deg(48) * tw.math.sin(2.5 * (t - 3.2))
  end }
end)

scene:ground { height = 0 }
scene.camera = { eye = { 0.5, -6.4, 2.0 }, target = { 0.05, 0, 1.27 }, fov = tw.deg(31) }

local pencil = { min = math.huge, max = -math.huge, off = 0, off_bars = 0 }
scene:every(1 / 60, function()
  local p = bars.flat(PA.end1)
  pencil.min, pencil.max = math.min(pencil.min, p[2]), math.max(pencil.max, p[2])
  pencil.off = math.max(pencil.off, math.abs(p[1] - line))
  pencil.off_bars = math.max(pencil.off_bars, bars.distance(p, bars.flat(PB.end1)))
end, { from = 6 })
scene:expect { "a straight line", value = function() return pencil.off end, equals = 0, within = 1e-6, at = "end" }
scene:expect { "both bars end there", value = function() return pencil.off_bars end, equals = 0, within = 1e-6, at = "end" }
scene:expect { "a long one", value = function() return pencil.max - pencil.min > 1.4 and 1 or 0 end, equals = 1, at = "end" }
return scene
