-- A row of dominoes along a curve: a ball knocks over the first, and each the next.
-- as a test: --set count=25
local tw = require "tauwerk"
local stage = require "_stage"

local count = tw.param("count", 50, { min = 5, doc = "dominoes" })
local scene = tw.scene { name = "dominoes", duration = 6, fps = 60, gravity = "earth" }
stage.new(scene, { look = "limbo", eye = { 1.6, -4.4, 2.6 }, target = { -0.1, -0.15, 0.05 }, fov = 29.5, friction = 0.5 })

local size, pitch = tw.vec3(0.035, 0.12, 0.24), 0.1
-- a curve by its heading
local x, y, heading = -1.75, -0.75, 0
local dominoes, ahead = {}, {}
for i = 1, count do
  local s = (i - 1) / (count - 1)
  heading = s < 0.16 and 0 or s < 0.84 and 1.35 * math.sin((s - 0.16) / 0.68 * 2 * math.pi) or 0
  local turn = tw.axis_angle({ 0, 0, 1 }, heading)
  ahead[i] = turn * tw.vec3(1, 0, 0)
  dominoes[i] = scene:box {
    name = "domino" .. i, size = size, position = { x, y, size.z / 2 }, orientation = turn, collide = true, friction = 0.35,
    density = 700, material = stage.paint(stage.names[(i - 1) % #stage.names + 1]),
  }
  x, y = x + pitch * math.cos(heading), y + pitch * math.sin(heading)
end
scene:sphere { name = "ball", radius = 0.06, density = 2000, position = { -2.25, -0.75, 0.06 }, velocity = { 1.2, 0, 0 },
               angular_velocity = { 0, 20, 0 }, collide = true, friction = 0.5, material = "steel" }

local up = tw.vec3(0, 0, 1)
local function tilt(i) return math.acos(math.min(1, (dominoes[i].orientation * up):dot(up))) end
-- when each begins to fall
local fell = {}
scene:every(1 / 240, function(_, t)
  for i = 1, count do
    if not fell[i] and tilt(i) > 0.2 then fell[i] = t end
  end
end)
for i = 1, count do
  stage.near(scene, ("domino %d lies"):format(i), function() return tilt(i) > tw.deg(50) and 1 or 0 end, 1, 0)
end
stage.near(scene, "they fall in order", function()
  for i = 2, count do
    if not (fell[i - 1] and fell[i] and fell[i - 1] < fell[i]) then return i end
  end
  return 0
end, 0, 0)
-- it lies on the next, not beyond it: its centre stays behind the next one's
stage.near(scene, "none passes through the next", function()
  for i = 1, count - 1 do
    if not ((dominoes[i + 1].position - dominoes[i].position):dot(ahead[i]) > 0.02) then return i end
  end
  return 0
end, 0, 0)
stage.near(scene, "they come to rest", function()
  local most = 0
  for _, b in ipairs(dominoes) do most = math.max(most, b.velocity:length()) end
  return most
end, 0, 1e-3)
return scene
