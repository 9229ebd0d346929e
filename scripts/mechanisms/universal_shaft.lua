-- A universal joint between two shafts at an angle: an even turning goes in, an uneven one comes out,
-- tan(out) = tan(in) / cos(beta).
local tw = require "tauwerk"

local scene = tw.scene { name = "universal_shaft", duration = 7, tau = 0.3, seed = 3 }
local beta, height = tw.deg(40), 1.0
local O = tw.vec3(0, 0, height)
local into, out = tw.vec3(1, 0, 0), tw.vec3(math.cos(beta), 0, math.sin(beta))

local function shaft(name, along, material)
  return scene:box { name = name, size = { 0.16, 0.16, 1.1 }, position = O + along * 0.62,
                     orientation = tw.rotation({ 0, 0, 1 }, along), material = material }
end
local red = { "plastic", color = { 0.6, 0.12, 0.07 }, texture = "stripes", texture_scale = 0.3, texture_color = { 0.8, 0.75, 0.65 } }
local blue = { "plastic", color = { 0.07, 0.22, 0.5 }, texture = "stripes", texture_scale = 0.3, texture_color = { 0.8, 0.75, 0.65 } }
local a, b = shaft("input", -into, red), shaft("output", out, blue)
-- at angle zero the fork's axis on the input lies in the plane of the shafts, the one on the output across it
local joint = scene:universal { a = a, b = b, at = O, axis = { 0, 0, 1 }, axis2 = { 0, 1, 0 } }
local bearing = {
  scene:hinge { a = a, at = O - into * 0.8, axis = into },
  scene:hinge { a = b, at = O + out * 0.8, axis = out },
}
-- marks that turn with the shafts
local function wheel(name, shaft, along, material)
  local d = scene:cylinder { name = name, height = 0.08, radius = 0.34, position = O + along * 1.05,
                             orientation = tw.rotation({ 0, 0, 1 }, along), density = 200, material = material }
  local w = scene:weld { a = d, b = shaft, at = O + along * 1.05 }
  return d, w
end
local da, wa = wheel("wheel in", a, -into, { "brass", texture = "checker", texture_scale = 0.34, texture_color = { 0.25, 0.2, 0.12 } })
local db, wb = wheel("wheel out", b, out, { "brass", texture = "checker", texture_scale = 0.34, texture_color = { 0.25, 0.2, 0.12 } })

for _, x in ipairs { a, b, da, db } do
  local r = scene.random
  x.position = x.position + r:direction() * r:uniform(0.3, 0.6)
  x.orientation = tw.axis_angle(r:direction(), r:uniform(0.3, 0.8)) * x.orientation
end
-- the middle of the cross stands still
scene:sphere { name = "cross", radius = 0.13, position = O, fixed = true, material = "steel" }
for _, at in ipairs { O - into * 0.8, O + out * 0.8 } do
  scene:box { size = { 0.1, 0.5, 0.1 }, position = { at.x, 0, at.z - 0.17 }, fixed = true, material = "oak" }
  scene:box { size = { 0.1, 0.14, at.z - 0.2 }, position = { at.x, 0, (at.z - 0.2) / 2 }, fixed = true, material = "oak" }
end

local air = scene:drag { rate = 1.5 }
scene:at(2.8, function()
  air:disable()
  scene:motor { joint = bearing[1], speed = 3 }
end)

scene:ground { height = 0 }
scene.camera = { eye = { 0.7, -5.4, 2.2 }, target = { 0.05, 0, 1.05 }, fov = tw.deg(23) }

local function law()
  local x, y = bearing[1].angle, bearing[2].angle
  -- sin and cos of both sides, without tangents
  return math.sin(y) * math.cos(x) * math.cos(beta) - math.cos(y) * math.sin(x)
end
for _, t in ipairs { 4.2, 4.9, 5.6, 6.3 } do
  scene:expect { "tan(out) = tan(in) / cos(beta) at " .. t, value = law, equals = 0, within = 1e-5, at = t }
end
scene:expect { "the joint holds", value = function() return math.abs(joint.deviation[1]) + math.abs(joint.deviation[4]) end,
               equals = 0, within = 1e-6, at = "end" }
scene:expect { "welded", value = function() return math.max(wa.deviation[1], wb.deviation[1]) end, equals = 0, within = 1e-6, at = "end" }
scene:expect { "even in", value = function() return bearing[1].speed end, equals = 3, within = 1e-4, at = "end" }
return scene
