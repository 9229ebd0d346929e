-- A house of cards, after figures 24 and 25 of Barzel and Barr (1988): cards that lie about a table fly to their places,
-- storey by storey, each drawn by a point on a path and turned by an orientation; it slides in from the front or from
-- behind, so that it passes through nothing. Then every constraint is removed: friction holds five storeys. Then a ball.
local tw = require "tauwerk"
local film = require "_film"
local ease = film.ease

local kick = tw.param("kick", 1, { min = 0, max = 1, doc = "1: a ball comes; 0: the house only stands, for 20 s" })
local storeys, begin, pace = 5, 1.3, 0.13
local let_go, roll = 11, 13.4 -- s
local scene = tw.scene {
  name = "cards", duration = kick > 0 and roll + 3 or let_go + 20.2, fps = 30, size = { 1920, 1080 }, gravity = "earth",
  stepper = "timestep", step = 1 / 600, seed = 4,
}
scene:ground { friction = 0.7 }

-- cards of `long` by `wide` by `thin` lean against each other in pairs; a card lies across the peaks of two pairs
local long, wide, thin, lean, mu = 0.1, 0.07, 0.001, tw.deg(24), 0.7
local pitch, rise = long + thin, long * math.cos(lean) + thin * math.sin(lean) -- from peak to peak; of a pair
local red, blue, ivory = { 0.50, 0.035, 0.03 }, { 0.03, 0.12, 0.36 }, { 0.76, 0.70, 0.58 }
local cards, goal, clock = {}, {}, begin
local function card(x, z, turn, color, side, clear)
  cards[#cards + 1] = scene:card { name = "card" .. #cards + 1, size = { long, wide, thin }, friction = mu, density = 900,
                                   fixed = true, material = { "paper", color = color } }
  goal[#cards] = { at = tw.vec3(x, 0, z), turn = turn, side = side, clear = clear, start = clock }
  clock = clock + pace
end
-- side 1 leans to the right: local x goes up along it; the inner upper corner is at the peak
local function leaning(peak, z, side, color)
  local turn = tw.axis_angle({ 0, 1, 0 }, -math.pi / 2 + side * lean)
    * tw.axis_angle({ 1, 0, 0 }, side > 0 and 0 or math.pi)
  local at = tw.vec3(peak, 0, z + long * math.cos(lean)) + turn * tw.vec3(-long / 2, 0, thin / 2)
  card(at.x, at.z, turn, color, -side, tw.vec3(-0.002 * side, 0, 0.002))
end
for storey = 1, storeys do
  local z, pairs_here = (storey - 1) * (rise + thin), storeys - storey + 1
  for k = 1, pairs_here do
    local peak = (k - (pairs_here + 1) / 2) * pitch
    leaning(peak, z, 1, red)
    leaning(peak, z, -1, blue)
  end
  clock = clock + 0.25
  for k = 1, pairs_here - 1 do
    local x, from = (k - pairs_here / 2) * pitch, #cards % 2 * 2 - 1
    card(x, z + rise + thin / 2, tw.quat(1, 0, 0, 0), ivory, from, tw.vec3(0, 0, 0.002 + 0.003 * k))
  end
  clock = clock + 0.35
end

-- they lie in rows before and behind the place of the house; each takes the free seat of its side that is nearest along x
local seats = { [-1] = {}, [1] = {} }
for k = 0, 39 do
  local side = k % 2 * 2 - 1
  table.insert(seats[side], tw.vec3((k // 8 - 2) * 0.15, side * (0.16 + 0.105 * (k // 2 % 4)), thin / 2))
end
for i, b in ipairs(cards) do
  local best, seat, free = math.huge, nil, seats[goal[i].side]
  for k, place in ipairs(free) do
    local way = math.abs(place.x - goal[i].at.x) + 0.3 * math.abs(place.y)
    if way < best then best, seat = way, k end
  end
  b.position = table.remove(free, seat) + tw.vec3(scene.random:uniform(-0.02, 0.02), 0, 0)
  b.orientation = tw.axis_angle({ 0, 0, 1 }, scene.random:uniform(-0.3, 0.3))
end

-- each is drawn to a path that ends at its place, and is held there, until all are let go
for i, b in ipairs(cards) do
  local start, at = goal[i].start, goal[i].at
  local path = scene:path(function(t)
    local slide, set = goal[i].side * 0.15 * (1 - ease(t, start + 0.7, start + 1.3)), 1 - ease(t, start + 1.2, start + 1.5)
    return at + goal[i].clear * set + tw.vec3(0, slide, 0)
  end)
  scene:at(start, function()
    b.fixed, b.collide = false, true
    local draw = scene:connect(b.center, path, { tau = 0.1 })
    local turn = scene:orientation { body = b, to = goal[i].turn, tau = 0.08 }
    scene:at(start + 2.1, function()
      draw:remove()
      turn:remove()
      b.fixed = true
    end)
  end)
end
scene:at(let_go, function()
  for _, b in ipairs(cards) do b.fixed = false end
end)

-- a ball lies by, and is sent off; what it meets is shown four times as slowly
local ball = scene:sphere { name = "ball", radius = 0.035, density = 3500, position = { -0.58, -0.02, 0.035 }, friction = 0.5,
                            collide = true, material = { "plastic", color = { 0.85, 0.40, 0.02 } } }
if kick > 0 then
  scene:at(roll, function()
    ball.velocity, ball.angular_velocity = { 2.2, 0.05, 0 }, { 0, 2.2 / 0.035, 0 }
    scene:drag { bodies = { ball }, rate = 2.2, angular = 0.002 }
  end)
  scene:retime { { 0, 0 }, { roll + 0.1, roll + 0.1, "linear" }, { roll + 3.7, roll + 1 }, { roll + 5.7, roll + 3 }, ease = "smooth" }
end

scene.look = { "studio", tint = { 0.42, 0.72, 0.54 } }
scene.camera = {
  eye = function(t) return tw.vec3(0.3, -1.75, 1.05) + tw.vec3(0.25, 0.1, -0.5) * ease(t, 6.4, let_go + 0.5) end,
  target = function(t) return tw.vec3(-0.04, 0, 0.05) + tw.vec3(0, 0, 0.15) * ease(t, 6.4, let_go + 0.5) end,
  fov = function(t) return tw.deg(28) - tw.deg(3) * ease(t, 6, let_go + 0.5) end,
}
film.title(scene, "A house of cards", "after Barzel and Barr, 1988")
scene:text { "no constraint is left: friction holds it", at = "bottom", from = let_go, to = roll, fade = 0.4, size = 0.045 }

-- checks
local worst, moved, deep = 0, 0, 0
local function farthest()
  local most = 0
  for i, b in ipairs(cards) do most = math.max(most, (b.position - goal[i].at):length()) end
  return most
end
scene:at(let_go - 0.01, function() worst = farthest() end)
scene:every(0.1, function() moved = math.max(moved, farthest()) end, { from = let_go + 0.1, to = kick > 0 and roll or nil })
scene:every(1 / 60, function() deep = math.max(deep, scene:stats().depth) end)
scene:expect { "it is built", value = function() return worst end, equals = 0, within = 1e-4, at = let_go }
scene:expect { "no constraint is left", value = function() return #scene.constraints end, equals = 0, at = let_go + 0.1 }
scene:expect { "it stands", value = function() return moved end, equals = 0, within = 1e-3, at = kick > 0 and roll or "end" }
scene:expect { "nothing passes through a card", value = function() return deep + scene:stats().passed end, equals = 0,
               within = thin / 4, at = "end" }
if kick > 0 then
  scene:expect { "it falls", value = function() return cards[#cards].position.z < rise end, at = "end" }
  scene:expect { "the ball stays", value = function() return ball.position:length() < 0.6 end, at = "end" }
end
film.stays_in_picture(scene, function()
  local list = { ball.position, ball.radius }
  for _, b in ipairs(cards) do film.corners(list, function(p) return b:to_world(p) end, b.size) end
  return list
end)
return scene
