-- on_plane: a puck and the corner of a card come to the plane of a tilted grid and slide on it. What is left free: two ways to
-- move, three to turn.
local tw = require "tauwerk"
local stage = require "_stage"

local scene = tw.scene { name = "on_plane", duration = 4.5, tau = 0.1 }
local slope, g = tw.deg(16), 9.81
local normal = tw.vec3(math.sin(slope), 0, math.cos(slope))
local through = tw.vec3(0, 0, 1.15)
local turn = tw.axis_angle({ 0, 1, 0 }, slope)
local function on(x, y) return through + turn * tw.vec3(x, y, 0) end
for k = -8, 8 do stage.bar(scene, on(0.25 * k, -1), on(0.25 * k, 1), 0.012, "steel") end
for k = -4, 4 do stage.bar(scene, on(-2, 0.25 * k), on(2, 0.25 * k), 0.012, "steel") end
for _, x in ipairs { -2, 2 } do
  for _, y in ipairs { -1, 1 } do
    local top = on(x, y)
    stage.bar(scene, { top.x, top.y, 0 }, top, 0.045, "oak")
  end
end

local puck = scene:sphere { name = "puck", radius = 0.16, position = { -1.2, 0.6, 2.3 }, material = stage.paint "red" }
local card = scene:box { name = "card", size = { 0.7, 0.45, 0.12 }, density = 500, position = { -1.3, -0.5, 0.75 },
                         orientation = tw.euler(0.4, 0.6, 0.2), material = stage.paint "blue" }
-- the puck's plane lies one radius above the glass
local slide = scene:on_plane { point = puck.center, through = through + normal * 0.16, normal = normal }
local skate = scene:on_plane { point = card:corner(1), through = through, normal = normal }
stage.decays(scene, "puck", slide)
stage.decays(scene, "corner", skate)

-- from 2.6 s on the puck goes straight down the slope with g sin(slope)
local x0
scene:at(2.6, function()
  puck.velocity = { 0, -0.5, 0 }
  scene.gravity, x0 = "earth", puck.position
end)
stage.conserves(scene, 2.7, 1e-4)
local down = tw.vec3(math.cos(slope), 0, -math.sin(slope))
local function off()
  local t = scene.time - 2.6
  return (puck.position - x0 - down * (g * math.sin(slope) * t * t / 2) - tw.vec3(0, -0.5, 0) * t):length()
end
for _, t in ipairs { 2.9, 3.2, 3.5 } do
  scene:expect { "slides freely at " .. t, value = off, equals = 0, within = 1e-6, at = t }
end
scene:expect { "no friction turns it", value = function() return puck.angular_velocity:length() end, equals = 0, within = 1e-9, at = "end" }
stage.new(scene, { title = "on_plane", eye = { 2.6, -7.2, 3.6 }, target = { 0.1, 0, 1.0 }, fov = 29 })
return scene
