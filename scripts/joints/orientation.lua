-- orientation: three aeroplanes of cardboard: one turns to a given attitude, one to the attitude of the first, one to a
-- function of time. What is left free: to move; thrown, they fly parabolas.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "orientation", duration = 5, tau = 0.12 }
local function slab(name, color, x, y, a, b, c)
  return scene:box { name = name, size = { 0.9, 0.5, 0.14 }, density = 400, position = { x, y, 1.0 },
                     orientation = tw.euler(a, b, c), material = { "plastic", color = stage.colors[color], roughness = 0.35,
                     texture = "checker", texture_scale = 0.28, texture_color = stage.colors.ivory } }
end
local first = slab("first", "red", -1.5, 0, 1.2, 0.7, 0.3)
local second = slab("second", "green", 0, 0, -0.8, 1.0, 2.0)
local third = slab("third", "blue", 1.5, 0, 0.5, -1.2, 0.4)
local goal = tw.euler(tw.deg(-25), 0, tw.deg(35))
local n, w = tw.vec3(0.2, 0.1, 1):normalized(), 2.5
local function turning(t) return tw.axis_angle({ n.x, n.y, n.z }, w * t) end

stage.decays(scene, "first", scene:orientation { body = first, to = goal })
stage.decays(scene, "second", scene:orientation { body = second, to = first, offset = tw.axis_angle({ 0, 0, 1 }, tw.deg(90)) })
-- its rate is not 0 at the beginning: D = (D0 + (V0 + D0/tau) t) exp(-t/tau)
local follow = scene:orientation { body = third, to = turning }
local D0, V0 = follow.deviation, follow.rate
for _, k in ipairs { 1, 3 } do
  scene:expect { "third after " .. k .. " tau", value = function()
    local t = scene.time
    return (follow.deviation - (D0 + (V0 + D0 / scene.tau) * t) * math.exp(-t / scene.tau)):length()
  end, equals = 0, within = 1e-6, at = k * scene.tau }
end
scene:expect { "the rate of the turn", value = function() return (third.angular_velocity - n * w):length() end, equals = 0, within = 1e-6, at = "end" }
scene:expect { "a quarter more than the first", value = function()
  return (second.orientation * tw.vec3(1, 0, 0) - first.orientation * tw.vec3(0, 1, 0)):length()
end, equals = 0, within = 1e-6, at = "end" }

-- thrown at 2.6 s; nothing of the constraints acts on their centres
local v = { tw.vec3(0.4, 0, 5.2), tw.vec3(0, 0.6, 5.6), tw.vec3(-0.3, 0, 4.9) }
local from = {}
scene:at(2.6, function()
  scene.gravity = "earth"
  for i, b in ipairs { first, second, third } do
    from[i], b.velocity = b.position, v[i]
  end
end)
for i, b in ipairs { first, second, third } do
  for _, t in ipairs { 3, 3.5 } do
    scene:expect { b.name .. ": parabola at " .. t, value = function()
      local s = t - 2.6
      return (b.position - from[i] - v[i] * s + tw.vec3(0, 0, 9.81 * s * s / 2)):length()
    end, equals = 0, within = 1e-7, at = t }
  end
end
-- caught where they came from
scene:at(3.66, function()
  scene.gravity = { 0, 0, 0 }
  for _, b in ipairs { first, second, third } do b.velocity = { 0, 0, 0 } end
end)
stage.new(scene, { title = "orientation", eye = { 0.6, -6.6, 2.6 }, target = { 0, 0, 1.5 }, fov = 29 })
return scene
