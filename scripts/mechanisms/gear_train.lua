-- A train of wheels: ratios of radii, each turns against the next; two wheels on one shaft step down further.
local tw = require "tauwerk"
local bars = require "_bars"

local scene = tw.scene { name = "gear_train", duration = 7, tau = 0.3, seed = 5 }
local m = bars.new(scene, 0.14)
local list = { -- x, z, radius, layer
  { -1.25, 1.05, 0.35, 0, { 0.62, 0.13, 0.08 } },
  { -0.2, 1.05, 0.7, 0, { 0.7, 0.42, 0.08 } },
  { -0.2, 1.05, 0.3, 1, { 0.7, 0.42, 0.08 } }, -- on the shaft of the second
  { 0.75, 1.05, 0.65, 1, { 0.08, 0.3, 0.5 } },
}
local wheel, hinge = {}, {}
for i, w in ipairs(list) do
  wheel[i] = m:add(scene:cylinder { name = "wheel" .. i, height = 0.1, radius = w[3], position = m:place(w, w[4]),
    orientation = tw.euler(tw.deg(90), 0, 0), density = 300,
    material = { "plastic", color = w[5], texture = "checker", texture_scale = w[3], texture_color = { 0.75, 0.7, 0.6 } } })
  if i ~= 3 then hinge[i] = m:pin(wheel[i], nil, w, w[4]) end
end
local shaft = scene:weld { a = wheel[3], b = wheel[2], at = m:place(list[2], 0.5) }
local gear = {
  scene:gear { a = hinge[1], b = hinge[2], ratio = -list[1][3] / list[2][3] },
  scene:gear { a = hinge[2], b = hinge[4], ratio = -list[3][3] / list[4][3] },
}
m:scatter(0.8, 1)

for _, i in ipairs { 1, 2, 4 } do
  local x = list[i][1]
  m:axle(list[i], -1.5, list[i][4] + (i == 2 and 1.6 or 0.6), 0.045)
  scene:box { size = { 0.16, 0.12, 1.15 }, position = { x, 0.2, 0.575 }, fixed = true, material = "oak" }
end
scene:box { size = { 2.6, 0.5, 0.08 }, position = { -0.25, 0.1, 0.04 }, fixed = true, material = "oak" }

local air = scene:drag { rate = 1.5 }
local begin = {}
scene:at(2.8, function()
  air:disable()
  scene:motor { joint = hinge[1], speed = 5 }
end)
scene:at(3.5, function() for i in pairs(hinge) do begin[i] = hinge[i].angle end end)

scene:ground { height = 0 }
scene.camera = { eye = { 0.9, -5.6, 2.0 }, target = { -0.2, 0, 0.95 }, fov = tw.deg(28) }

local function turned(i) return hinge[i].angle - begin[i] end
scene:expect { "first to second", value = function() return turned(2) / turned(1) end, equals = -0.5, within = 1e-5, at = "end" }
scene:expect { "over both steps", value = function() return turned(4) / turned(1) end, equals = 0.5 * 0.3 / 0.65, within = 1e-5, at = "end" }
scene:expect { "more than two turns", value = function() return turned(1) > 4 * math.pi and 1 or 0 end, equals = 1, at = "end" }
scene:expect { "no slip", value = function() return math.abs(gear[1].deviation) + math.abs(gear[2].deviation) end,
               equals = 0, within = 1e-6, at = "end" }
scene:expect { "one shaft", value = function() return shaft.deviation[1] end, equals = 0, within = 1e-6, at = "end" }
return scene
