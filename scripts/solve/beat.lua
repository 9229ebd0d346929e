-- Dominoes that fall to a beat: the gaps between them are found so that each leans by a fifth of a radian when its note
-- sounds: long, short, long, short.
local tw = require "tauwerk"

local scene = tw.scene { name = "beat", duration = 1.1, fps = 60, size = { 1280, 720 }, gravity = "earth", stepper = "timestep" }
scene:ground { height = 0, friction = 0.6, restitution = 0 }
local gaps, stones = { 0.1, 0.1, 0.1, 0.1 }, {}
for i = 1, 5 do
  stones[i] = scene:box { name = "stone " .. i, size = { 0.03, 0.12, 0.24 }, position = { 0.13 * (i - 1), 0, 0.12 }, mass = 0.4, collide = true,
                          friction = 0.3, restitution = 0, material = i % 2 == 0 and "copper" or "steel" }
end
stones[1].angular_velocity = { 0, 2.4, 0 }
stones[1].velocity = { 0.288, 0, 0 }
local function lean(stone) return (stone.orientation * tw.vec3(1, 0, 0)).z * -1 end
local notes, times = {}, {}
for i = 1, 5 do
  notes[i] = scene:when(function() return lean(stones[i]) - 0.2 end, function(_, t) times[i] = t end, { direction = "up", times = 1 })
end
local function put()
  local x = 0
  for i = 1, 4 do
    x = x + 0.03 + gaps[i]
    local p = stones[i + 1].position
    stones[i + 1].position = { x, p.y, p.z }
  end
end

-- s: when the notes sound after the first push
local beat = { 0.297, 0.396, 0.540, 0.608 }
local vary, goals = {}, {}
for i = 1, 4 do
  vary[i] = { "gap " .. i, start = 0.1, from = 0.03, to = 0.18, step = 1e-3, set = function(x)
    gaps[i] = x
    put()
  end }
  goals[i] = { "note " .. i, at = notes[i + 1], value = function(_, t) return t end, equals = beat[i], within = 2e-3 }
end
local found = scene:solve { vary = vary, so_that = goals, tries = 2, steps = 15 }
found.apply()

scene.camera = { eye = { 0.3, -1.3, 0.5 }, target = { 0.28, 0, 0.1 }, fov = tw.deg(36) }
scene:expect { "it was found", value = found.ok, equals = true }
for i = 1, 4 do
  scene:expect { "note " .. i, value = function() return times[i + 1] end, equals = beat[i], within = 2e-3, at = "end" }
end
scene:log("%s, gaps %.4f %.4f %.4f %.4f", found.why, gaps[1], gaps[2], gaps[3], gaps[4])
return scene
