-- slider: a block flies to its sloping rail. What is left free: to slide along it. Kicked up it comes back as on any
-- frictionless slope: position = v t - g sin(slope) t^2 / 2.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "slider", duration = 5.3, tau = 0.08 }
local slope, v, g = tw.deg(20), 2.8, 9.81
local along = tw.vec3(math.cos(slope), 0, math.sin(slope))
local up = tw.vec3(-math.sin(slope), 0, math.cos(slope))
local foot = tw.vec3(-0.85, 0, 0.5)
local x = tw.vec3(1, 0, 0)
local rail = scene:box { name = "rail", size = { 2.4, 0.12, 0.1 }, position = foot + along * 0.85, fixed = true,
                         orientation = tw.rotation(x, along), material = stage.guide }
local block = scene:box { name = "block", size = { 0.42, 0.42, 0.3 }, position = { -1.0, -0.6, 1.5 },
                          orientation = tw.euler(0.8, -0.6, 0.7), material = stage.paint "red" }
local joint = scene:slider { a = block, b = rail, at_a = { 0, 0, 0 }, at_b = { -0.85, 0, 0.1 }, axis_a = x, axis_b = x }
stage.decays(scene, "joint", joint)
for _, at in ipairs { foot - along * 0.2, foot + along * 1.9 } do
  scene:box { size = { 0.1, 0.1, at.z }, position = { at.x, 0, at.z / 2 }, fixed = true, material = stage.frame }
  scene:box { size = { 0.3, 0.6, 0.06 }, position = { at.x, 0, 0.03 }, fixed = true, material = stage.frame }
end

local air, fall = scene:drag { rate = 10 }, g * math.sin(slope)
local p0, there = 0, 2 * v / fall
scene:at(2, function()
  air:disable()
  p0 = joint.position
  scene.gravity = "earth"
  scene:impulse { on = block, value = along * (v * block.mass) + up * 7 }  -- the rail takes what goes across
end)
scene:at(2 + there, function() scene:impulse { on = block, value = along * (2 * v * block.mass) } end)
for _, k in ipairs { 0.3, 0.6, 0.9, 1.4, 1.8 } do
  scene:expect { ("slides as on a slope, at %g of the way"):format(k), at = 2 + k * there, equals = 0, within = 1e-6, value = function()
    local s = (k % 1) * there
    return joint.position - p0 - v * s + fall * s * s / 2
  end }
end
scene:expect { "faster or slower by g sin(slope)", at = 2 + 0.4 * there, value = function() return joint.speed end,
               equals = v - 0.4 * 2 * v, within = 1e-6 }
scene:expect { "does not turn", at = "end", equals = 0, within = 1e-6,
               value = function() return (block.orientation * tw.vec3(0, 0, 1) - up):length() end }
stage.new(scene, { eye = { 0.9, -4.6, 2.2 }, target = { 0.0, 0, 0.75 }, fov = 29 })
return scene
