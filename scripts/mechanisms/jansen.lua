-- A leg of Theo Jansen's beasts: eleven bars by the sacred numbers; one crank makes the foot walk.
local tw = require "tauwerk"
local bars = require "_bars"

local scene = tw.scene { name = "jansen", duration = 8, tau = 0.25, seed = 12, rtol = 1e-7 }
local unit = 1 / 45 -- m
local N = { a = 38, b = 41.5, c = 39.3, d = 40.1, e = 55.8, f = 39.4, g = 36.7, h = 65.7, i = 49, j = 50, k = 61.9,
            l = 7.8, m = 15 }
for k, v in pairs(N) do N[k] = v * unit end

local Z = { 0.75, 2.2 }
local B = { Z[1] - N.a, Z[2] - N.l }
-- the whole leg by the place of the crank's pin
local function leg(X)
  local p = { X = X }
  p.W = bars.meet(X, N.j, B, N.b, -1)
  p.U = bars.meet(X, N.k, B, N.c, 1)
  p.V = bars.meet(p.W, N.e, B, N.d, -1)
  p.T = bars.meet(p.V, N.f, p.U, N.g, -1)
  p.S = bars.meet(p.T, N.h, p.U, N.i, -1)
  return p
end
local angle = tw.deg(40)
local p = leg { Z[1] + N.m * math.cos(angle), Z[2] + N.m * math.sin(angle) }

local rig = bars.new(scene, 0.09)
local red, gold, blue = { "plastic", color = { 0.62, 0.13, 0.08 } }, { "plastic", color = { 0.72, 0.5, 0.1 } },
  { "plastic", color = { 0.08, 0.25, 0.5 } }
local bar = {
  m = rig:bar("m", Z, p.X, 2, red), j = rig:bar("j", p.X, p.W, 1, red), k = rig:bar("k", p.X, p.U, 0, red),
  b = rig:bar("b", B, p.W, 0, gold), d = rig:bar("d", B, p.V, 1, gold), e = rig:bar("e", p.W, p.V, 2, gold),
  c = rig:bar("c", B, p.U, 2, gold), f = rig:bar("f", p.V, p.T, 0, blue),
  g = rig:bar("g", p.U, p.T, 1, blue), h = rig:bar("h", p.T, p.S, 2, blue), i = rig:bar("i", p.U, p.S, 1, blue),
}
local turn = rig:pin(bar.m, nil, Z, 2)
rig:pin(bar.j, bar.m, p.X, 1.5)
rig:pin(bar.k, bar.j, p.X, 0.5)
rig:pin(bar.b, nil, B, 0)
rig:pin(bar.d, nil, B, 1)
rig:pin(bar.c, nil, B, 2)
rig:pin(bar.j, bar.b, p.W, 0.5)
rig:pin(bar.e, bar.j, p.W, 1.5)
rig:pin(bar.d, bar.e, p.V, 1.5)
rig:pin(bar.f, bar.d, p.V, 0.5)
rig:pin(bar.c, bar.g, p.U, 1.5)
rig:pin(bar.k, bar.g, p.U, 0.5)
rig:pin(bar.i, bar.g, p.U, 1)
rig:pin(bar.f, bar.g, p.T, 0.5)
rig:pin(bar.h, bar.g, p.T, 1.5)
rig:pin(bar.h, bar.i, p.S, 1.5)
rig:scatter(0.7, 0.5)

rig:axle(Z, -1.5, 2.8, 0.045)
rig:axle(B, -1.5, 2.8, 0.045)
scene:box { size = { 1.35, 0.1, 0.3 }, position = { Z[1] - N.a / 2, 0.17, Z[2] - N.l / 2 }, fixed = true, material = "oak" }
scene:box { size = { 0.3, 0.1, 2.1 }, position = { Z[1], 0.27, 1.05 }, fixed = true, material = "oak" }

local air = scene:drag { rate = 1.5 }
local speed = 2 * math.pi / 2
scene:at(3, function()
  air:disable()
  scene:motor { joint = turn, speed = -speed }
end)

scene:ground { height = 0 }
scene.camera = { eye = { 0.6, -7.2, 2.1 }, target = { -0.1, 0, 1.4 }, fov = tw.deg(31) }

-- the foot is where the bars' lengths put it, and comes back after a turn
local function foot() return bars.flat(bar.h.end2) end
local function off() return bars.distance(foot(), leg(bars.flat(bar.m.end2)).S) end
local before
for _, t in ipairs { 4.5, 5.1, 5.8, 6.9, 7.7 } do
  scene:expect { "the foot is in place at " .. t, value = off, equals = 0, within = 1e-5, at = t }
end
scene:at(5.9, function() before = foot() end)
scene:expect { "the path closes", value = function() return bars.distance(foot(), before) end, equals = 0, within = 1e-4, at = 7.9 }
scene:expect { "the pins hold", value = function() return rig:gap() end, equals = 0, within = 1e-5, at = "end" }
return scene
