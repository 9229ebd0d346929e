-- A slider-crank: the crank's turning becomes a to and fro.
local tw = require "tauwerk"
local bars = require "_bars"

local scene = tw.scene { name = "slider_crank", duration = 7, tau = 0.3, seed = 2 }
local r, l, height = 0.5, 1.5, 0.9
local O, angle = { -1.1, height }, tw.deg(60)
local A = { O[1] + r * math.cos(angle), O[2] + r * math.sin(angle) }
local B = { A[1] + math.sqrt(l * l - (r * math.sin(angle)) ^ 2), height }

local m = bars.new(scene, 0.14)
local wheel = m:add(scene:cylinder { name = "wheel", height = 0.1, radius = 0.62, position = m:place(O, 0),
                                     orientation = tw.euler(tw.deg(90), 0, 0), density = 300,
                                     material = { "steel", texture = "checker", texture_scale = 0.62,
                                                  texture_color = { 0.3, 0.3, 0.32 } } })
local rod = m:bar("rod", A, B, 1, { "plastic", color = { 0.62, 0.13, 0.08 } }, 0.06)
local piston = m:add(scene:box { name = "piston", size = { 0.45, 0.3, 0.28 }, position = m:place(B, 0), material = "brass" })
local turn = m:pin(wheel, nil, O, 0)
m:pin(rod, wheel, A, 0.5)
m:pin(piston, rod, B, 0.5)
local guide = scene:slider { a = piston, at = m:place(B, 0), axis = { 1, 0, 0 } }
local place_of_pin = wheel:to_local(m:place(A, 0))
m:scatter(0.9, 1)

m:axle(O, -2.2, 0.6, 0.06)
scene:box { size = { 0.3, 0.14, 1.0 }, position = { O[1], 0.27, 0.5 }, fixed = true, material = "oak" }
for _, y in ipairs { -0.19, 0.19 } do
  scene:box { size = { 2.0, 0.06, 0.08 }, position = { 0.75, y, height - 0.18 }, fixed = true, material = "steel" }
  for _, x in ipairs { -0.1, 1.6 } do
    scene:box { size = { 0.08, 0.06, height - 0.22 }, position = { x, y, (height - 0.22) / 2 }, fixed = true, material = "oak" }
  end
end

local air = scene:drag { rate = 1.5 }
scene:at(2.8, function()
  air:disable()
  scene:motor { joint = turn, speed = 4 }
end)

scene:ground { height = 0 }
scene.camera = { eye = { 1.1, -5.6, 2.1 }, target = { 0.15, 0, 0.85 }, fov = tw.deg(28) }

local pin = wheel:point(place_of_pin)
local function off()
  local p = bars.flat(pin)
  return piston.position.x - (p[1] + math.sqrt(l * l - (p[2] - height) ^ 2))
end
for _, t in ipairs { 2.7, 4.4, 5.1, 6.6 } do
  scene:expect { "the piston follows at " .. t, value = off, equals = 0, within = t < 3 and 0.02 or 1e-6, at = t }
end
scene:expect { "on its line", value = function() return guide.deviation[1] end, equals = 0, within = 1e-6, at = "end" }
scene:expect { "the wheel turns", value = function() return turn.speed end, equals = 4, within = 1e-4, at = "end" }
return scene
