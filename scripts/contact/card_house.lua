-- A house of 15 cards: constraints among the cards, which collide, pull it together; then all of them are removed, and it
-- stands for 20 s by friction.
-- as a test: --set stands=2
local tw = require "tauwerk"
local stage = require "_stage"

local built, stands = 5, tw.param("stands", 20, { min = 1, doc = "s" })
local scene = tw.scene { name = "card_house", duration = built + stands, fps = 30, gravity = "earth", tau = 0.3, seed = 4 }
stage.new(scene, { eye = { 0.34, -1.05, 0.34 }, target = { 0, 0, 0.205 }, fov = 24, friction = 0.7 })

local L, W, T, lean = 0.1, 0.07, 0.001, tw.deg(24)
local mu = tw.param("friction", 0.7, { min = 0, doc = "of the cards" })
local s, c = math.sin(lean), math.cos(lean)
local pitch = L + 0.1 * T            -- from peak to peak
local rise = L * c + T * s           -- of a pair of cards
local storeys = 3

local cards, held = {}, {}
local function card(name, x, z, turn, color)
  local b = scene:card { name = name, size = { L, W, T }, position = { x, 0, z }, orientation = turn, collide = true, friction = mu,
                         density = 900, material = { "paper", color = color } }
  cards[#cards + 1] = b
  return b
end
local function hold(p, q) held[#held + 1] = scene:connect(p, q) end

-- a card that leans toward `side` (1: to the right): local x goes up along it, local z is its upper side
local function leaning(name, peak, z, side, color)
  local turn = tw.axis_angle({ 0, 1, 0 }, -math.pi / 2 + side * lean)
  if side > 0 then turn = turn * tw.axis_angle({ 1, 0, 0 }, 0) else turn = turn * tw.axis_angle({ 1, 0, 0 }, math.pi) end
  -- its inner upper corner is at the peak: half the card down along it, half its thickness out
  local up, out = turn * tw.vec3(1, 0, 0), turn * tw.vec3(0, 0, 1)
  local inner = tw.vec3(peak, 0, z + L * c)
  local at = inner - up * (L / 2) + out * (T / 2)
  return card(name, at.x, at.z, turn, color)
end

local below = {} -- [k]: the cards of the floor under storey n
for n = 1, storeys do
  local z = (n - 1) * (rise + T)
  local pairs_here = storeys - n + 1
  local peaks = {}
  for k = 1, pairs_here do
    local peak = (k - (pairs_here + 1) / 2) * pitch
    local left = leaning(("left %d.%d"):format(n, k), peak, z, 1, stage.colors.red)
    local right = leaning(("right %d.%d"):format(n, k), peak, z, -1, stage.colors.blue)
    peaks[k] = { left = left, right = right, x = peak }
    for y = -1, 1, 2 do
      hold(left:point { L / 2, y * W / 2, -T / 2 }, right:point { L / 2, -y * W / 2, -T / 2 })
      for side, b in pairs { [1] = left, [-1] = right } do
        local foot = b:point { -L / 2, side * y * W / 2, -T / 2 }
        local p = foot.position
        if n == 1 then
          hold(foot, scene:nail { p.x, p.y, p.z })
        else
          hold(foot, below[k]:point_at { p.x, p.y, p.z })
        end
      end
    end
  end
  below = {}
  for k = 1, pairs_here - 1 do
    local a, b = peaks[k], peaks[k + 1]
    local floor = card(("floor %d.%d"):format(n, k), (a.x + b.x) / 2, z + rise + T / 2, tw.quat(1, 0, 0, 0), stage.colors.ivory)
    below[k] = floor
    for _, leg in ipairs { { a.right, -1 }, { b.left, 1 } } do
      for y = -1, 1, 2 do
        local edge = leg[1]:point { L / 2, y * W / 2, T / 2 }
        local p = edge.position
        hold(edge, floor:point_at { p.x, p.y, p.z })
      end
    end
  end
end

-- where all belong; then they are thrown apart
local goal = {}
for i, b in ipairs(cards) do goal[i] = { b.position, b.orientation } end
local r = scene.random
for _, b in ipairs(cards) do
  local p = b.position
  b.position = tw.vec3(2.4 * p.x, r:uniform(-0.1, 0.1), 0.12 + 1.7 * p.z)
  b.orientation = tw.axis_angle(r:direction(), r:uniform(0.3, 0.8)) * b.orientation
end

local moved
scene:at(built, function()
  for _, h in ipairs(held) do h:remove() end
  moved = stage.most(scene, stage.still(cards), built)
end)
stage.near(scene, "it is built", function()
  local worst = 0
  for i, b in ipairs(cards) do worst = math.max(worst, (b.position - goal[i][1]):length()) end
  return worst
end, 0, 1e-4, built - 0.1)
stage.near(scene, "no constraint is left", function() return #scene.constraints end, 0, 0)
stage.near(scene, "it stands", function() return moved() end, 0, 2e-3)
stage.near(scene, "nothing moves", function() return scene:energy().kinetic end, 0, 1e-9)
return scene
