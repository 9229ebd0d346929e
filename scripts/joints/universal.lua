-- universal: two shafts at an angle meet in a cross. What is left free: the turns about the two axes of the cross. An even
-- turning goes in, an uneven one comes out: speed out / speed in = cos(b) / (1 - sin(b)^2 cos(phi)^2).
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "universal", duration = 6.5, tau = 0.08 }
local b, O = tw.deg(40), tw.vec3(0, 0, 0.9)
local z, into, out = tw.vec3(0, 0, 1), tw.vec3(1, 0, 0), tw.vec3(math.cos(b), 0, math.sin(b))
local function material(name)
  return { "plastic", color = stage.colors[name], texture = "stripes", texture_scale = 0.3, texture_color = stage.colors.ivory }
end
-- both along their z; each carries its axis of the cross, x of the one and y of the other
local from = scene:box { name = "from", size = { 0.2, 0.2, 1.0 }, position = { -1.3, -0.4, 1.6 },
                         orientation = tw.euler(0.5, 0.9, 0.3), material = material "red" }
local to = scene:box { name = "to", size = { 0.2, 0.2, 1.0 }, position = { 1.0, -0.5, 0.7 },
                       orientation = tw.euler(-0.7, 0.3, 0.5), material = material "blue" }
local joint = scene:universal { a = from, b = to, at_a = { 0, 0, 0.62 }, at_b = { 0, 0, -0.62 },
                                axis_a = { 1, 0, 0 }, axis_b = { 0, 1, 0 } }
local bearing = scene:hinge { a = from, at_a = { 0, 0, 0.62 }, at_b = O, axis_a = z, axis_b = into }
local along = scene:orient { body = to, axis = z, to = out }
stage.decays(scene, "joint", joint)
stage.decays(scene, "bearing", bearing)
stage.decays(scene, "direction", along)

-- the cross and what holds the shafts; only to be seen
scene:sphere { radius = 0.12, position = O, fixed = true, material = stage.guide }
for i, at in ipairs { O - into * 0.95, O + out * 0.95 } do
  scene:torus { major_radius = 0.17, minor_radius = 0.045, position = at, fixed = true, material = "steel",
                orientation = tw.rotation(z, i == 1 and into or out) }
  scene:box { size = { 0.12, 0.16, at.z - 0.2 }, position = { at.x, 0, (at.z - 0.2) / 2 }, fixed = true, material = stage.frame }
end

local air = scene:drag { rate = 10 }
scene:at(2, function()
  air:disable()
  scene:motor { joint = bearing, speed = 2.5 }
end)
local function ratio() return to.angular_velocity:dot(out) / from.angular_velocity:dot(into) end
for _, t in ipairs { 4, 4.4, 4.8, 5.2, 5.6, 6 } do
  scene:expect { ("speed ratio at %g"):format(t), at = t, equals = 0, within = 1e-6, value = function()
    local cosine = (from.orientation * tw.vec3(1, 0, 0)).z  -- phi = 0: the input's axis of the cross in the plane of the shafts
    return ratio() - math.cos(b) / (1 - math.sin(b) ^ 2 * cosine ^ 2)
  end }
end
local least, most = 9, 0
scene:every(1 / 60, function() if scene.time > 4 then least, most = math.min(least, ratio()), math.max(most, ratio()) end end)
scene:expect { "fastest", value = function() return most end, equals = 1 / math.cos(b), within = 2e-3, at = "end" }
scene:expect { "slowest", value = function() return least end, equals = math.cos(b), within = 2e-3, at = "end" }
stage.new(scene, { eye = { 1.2, -5.0, 2.2 }, target = { -0.1, 0, 1.0 }, fov = 27 })
return scene
