-- weld: two wheels fly to the ends of a rod. What is left free: the whole moves as one body. A blow at a rim throws it,
-- on the Moon: its centre goes on a parabola, and the rod goes round the angular momentum L evenly, with L / I across.
local tw = require "tauwerk"
local stage, solid = require "_stage", require "_solid"

local scene = tw.scene { name = "weld", duration = 4.9, tau = 0.08 }
local half, g = 0.55, tw.vec3(0, 0, -1.62)
local z = tw.vec3(0, 0, 1)
local function look(name)
  return { "plastic", color = stage.colors[name], texture = "checker", texture_scale = 0.45, texture_color = stage.colors.ivory }
end
local rod = scene:rod { name = "rod", length = 2 * half, radius = 0.09, density = 1200, position = { 0, 0, 0.9 },
                        orientation = tw.euler(0, tw.deg(70), tw.deg(25)), material = "oak" }
local wheel, weld = {}, {}
for i, s in ipairs { -1, 1 } do
  wheel[i] = scene:disk { name = i == 1 and "red" or "blue", height = 0.12, radius = 0.4, density = 400,
                          position = { s * 1.3, s * 0.5 - 0.2, 1.0 + 0.3 * s }, orientation = tw.euler(0.9 * s, 0.8, 0.5),
                          material = look(i == 1 and "red" or "blue") }
  weld[i] = scene:weld { a = wheel[i], b = rod, at_a = { 0, 0, 0 }, at_b = { 0, 0, s * half } }
  stage.decays(scene, "weld " .. i, weld[i])
end

local parts, M, across, L, x0, v, n0 = { rod, wheel[1], wheel[2] }, 0, 0, nil, nil, nil, nil
for _, b in ipairs(parts) do M = M + b.mass end
local function center()
  local s = tw.vec3(0, 0, 0)
  for _, b in ipairs(parts) do s = s + b.position * (b.mass / M) end
  return s
end
local function axis() return rod.orientation * z end
local air = scene:drag { rate = 10 }
scene:at(2, function()
  air:disable()
  scene.gravity = g
  x0, n0 = center(), axis()
  across = solid.moment(rod, 1) + 2 * (solid.moment(wheel[1], 1) + wheel[1].mass * half ^ 2)
  -- at the rim of the red wheel, along it and across, so that it spins and tumbles
  local q = wheel[1].orientation
  local rim, blow = wheel[1]:point { 0.4, 0, 0 }, q * tw.vec3(0, 1, 0) * (0.6 * M) + z * (2.3 * M) + n0 * (0.2 * M)
  local arm = rim.position - center()
  -- upward at the centre, the rest at the rim
  scene:impulse { on = rod, value = z * (2.3 * M) }
  blow = blow - z * (2.3 * M)
  scene:impulse { at = rim, value = blow }
  L, v = arm:cross(blow), (blow + z * (2.3 * M)) / M
end)
for _, t in ipairs { 2.7, 3.5, 4.5, "end" } do
  scene:expect { "its centre is on a parabola, at " .. t, at = t, equals = 0, within = 1e-6, value = function()
    local s = scene.time - 2
    return (center() - x0 - v * s - g * (s * s / 2)):length()
  end }
  scene:expect { "the rod goes round L, at " .. t, at = t, equals = 0, within = 1e-5, value = function()
    local w = L:length() / across
    return (axis() - tw.axis_angle(L, w * (scene.time - 2)) * n0):length()
  end }
end
scene:expect { "it turns visibly", value = function() return L:length() / across * 3 > math.pi and 1 or 0 end, equals = 1, at = "end" }
stage.conserves(scene, 2.01, 1e-4)
stage.new(scene, { eye = { 0.8, -6.6, 2.4 }, target = { 0.25, 0, 1.75 }, fov = 33 })
return scene
