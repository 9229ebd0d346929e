-- A crank-rocker: the short crank turns all the way round, the rocker swings. It flies together from its scattered bars;
-- then a motor turns the crank.
local tw = require "tauwerk"
local bars = require "_bars"

local scene = tw.scene { name = "four_bar", duration = 8, tau = 0.3, seed = 4 }
local crank, coupler, rocker, ground = 0.6, 1.7, 1.35, 1.9
local A, D = { -0.95, 1.0 }, { -0.95 + ground, 1.0 }
local angle = tw.deg(70)
local B = { A[1] + crank * math.cos(angle), A[2] + crank * math.sin(angle) }
local C = bars.meet(B, coupler, D, rocker, 1)

local m = bars.new(scene, 0.12)
local red, green, blue = { "plastic", color = { 0.62, 0.13, 0.08 } }, { "plastic", color = { 0.72, 0.5, 0.1 } },
  { "plastic", color = { 0.08, 0.25, 0.5 } }
local AB = m:bar("crank", A, B, 1, red, 0.065)
local BC = m:bar("coupler", B, C, 2, green, 0.065)
local CD = m:bar("rocker", C, D, 1, blue, 0.065)
local turn = m:pin(AB, nil, A, 1)
m:pin(AB, BC, B, 1.5)
m:pin(CD, BC, C, 1.5)
m:pin(CD, nil, D, 1)
m:scatter(1.2, 1.2)

for _, p in ipairs { A, D } do
  m:axle(p, -0.5, 1.9)
  scene:box { size = { 0.22, 0.12, p[2] + 0.1 }, position = { p[1], 0.06, (p[2] + 0.1) / 2 }, fixed = true, material = "oak" }
end
scene:box { size = { 2.7, 0.5, 0.08 }, position = { 0, 0.06, 0.04 }, fixed = true, material = "oak" }

local air = scene:drag { rate = 1.5 }
scene:at(3, function()
  air:disable()
  scene:motor { joint = turn, speed = 3 }
end)

scene:ground { height = 0 }
scene.camera = { eye = { 0.8, -6.2, 2.0 }, target = { 0.05, 0, 1.12 }, fov = tw.deg(29.5) }

-- the loop closes: C is where the circles of coupler and rocker meet
local function off()
  local b = bars.flat(AB.end2)
  return bars.distance(bars.meet(b, coupler, D, rocker, 1), bars.flat(CD.end1))
end
scene:expect { "the crank is on its circle", value = function() return bars.distance(bars.flat(AB.end2), A) end,
               equals = crank, within = 1e-6, at = 6 }
for _, t in ipairs { 5, 6.3, 7.7 } do
  scene:expect { "the loop closes at " .. t, value = off, equals = 0, within = 1e-6, at = t }
end
scene:expect { "the pins hold", value = function() return m:gap() end, equals = 0, within = 1e-6, at = "end" }
scene:expect { "the crank turns", value = function() return turn.speed end, equals = 3, within = 1e-4, at = "end" }
return scene
