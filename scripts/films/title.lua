-- The name of the program out of rods that lie about on a floor. The first stroke of a letter is drawn to two nails in the
-- air, the others to the strokes before them, wherever their corners meet. Without the nails, and with gravity, the letters
-- fall: limp, as their corners are all that holds them together.
local tw = require "tauwerk"
local film = require "_film"

local scene = tw.scene { name = "title", duration = 12.5, fps = 24, size = { 1920, 1080 } }
scene.look = "night"
scene.camera = { eye = function(t) return { 1.5 - 0.25 * t, -14, 2.4 - 0.06 * t } end, target = { 0, 0, 0.75 }, fov = tw.deg(23) }
scene:ground { material = "chalk", friction = 0.3 }
local air = scene:drag { rate = 2 }

-- Letters: corners in widths and heights of 1, and strokes from corner to corner.
local letters = {
  T = { width = 0.8, { 0, 1 }, { 0.5, 1 }, { 1, 1 }, { 0.5, 0 }, strokes = { { 1, 3 }, { 2, 4 } } },
  A = { width = 0.9, { 0, 0 }, { 0.5, 1 }, { 1, 0 }, { 0.2, 0.4 }, { 0.8, 0.4 }, strokes = { { 1, 2 }, { 2, 3 }, { 4, 5 } } },
  U = { width = 0.7, { 0, 1 }, { 0, 0 }, { 1, 0 }, { 1, 1 }, strokes = { { 1, 2 }, { 2, 3 }, { 3, 4 } } },
  W = { width = 1.2, { 0, 1 }, { 0.25, 0 }, { 0.5, 0.75 }, { 0.75, 0 }, { 1, 1 }, strokes = { { 1, 2 }, { 2, 3 }, { 3, 4 }, { 4, 5 } } },
  E = { width = 0.65, { 0, 1 }, { 0, 0 }, { 1, 1 }, { 0, 0.5 }, { 0.8, 0.5 }, { 1, 0 }, strokes = { { 2, 1 }, { 1, 3 }, { 4, 5 }, { 2, 6 } } },
  R = { width = 0.65, { 0, 1 }, { 0, 0 }, { 1, 0.85 }, { 1, 0.6 }, { 0, 0.45 }, { 0.4, 0.51 }, { 1, 0 },
    strokes = { { 2, 1 }, { 1, 3 }, { 4, 3 }, { 5, 4 }, { 6, 7 } } },
  K = { width = 0.7, { 0, 1 }, { 0, 0 }, { 0, 0.4 }, { 1, 1 }, { 0.3, 0.58 }, { 1, 0 }, strokes = { { 2, 1 }, { 3, 4 }, { 5, 6 } } },
}
local word, high, gap, radius = "TAUWERK", 1.3, 0.42, 0.075
local wide = -gap
for c in word:gmatch "." do wide = wide + letters[c].width + gap end

-- A stroke is { rod =, from =, to =, length = }: a rod and its ends in the word. It lies near its letter, on no other rod.
local rods = {} -- capsules, as in _film.lua
local function free(rod)
  for _, other in ipairs(rods) do
    if scene:distance(rod, other.body).gap < 0.04 then return false end
  end
  return true
end
local function stroke(name, from, to)
  local length = (to - from):length()
  local rod = scene:capsule { name = name, length = length, radius = radius, density = 800, material = "brass", collide = true }
  repeat
    rod.position = { (from.x + to.x) / 2 + scene.random:uniform(-0.3, 0.3), scene.random:uniform(-2, 2), radius * 1.02 }
    rod.orientation = tw.axis_angle({ 0, 0, 1 }, scene.random:uniform(-1.2, 1.2)) * tw.rotation({ 0, 0, 1 }, { 1, 0, 0 })
  until free(rod)
  rods[#rods + 1] = { body = rod, from = { 0, 0, -length / 2 }, to = { 0, 0, length / 2 }, radius = radius }
  return { rod = rod, from = from, to = to, length = length }
end
-- the point of a rod at a corner of its letter, if the stroke passes there
local function meets(s, corner)
  local along = (corner - s.from):dot(s.to - s.from) / s.length
  if (s.from + (s.to - s.from) * (along / s.length) - corner):length() < 1e-9 then return s.rod:point { 0, 0, along - s.length / 2 } end
end

-- The word, from left to right.
local nails, joints, x = {}, {}, -wide / 2
for i = 1, #word do
  local letter, before = letters[word:sub(i, i)], {}
  local function corner(k) return tw.vec3(x + letter[k][1] * letter.width, 0, 1.1 * radius + letter[k][2] * high) end
  for k, ends in ipairs(letter.strokes) do
    local s = stroke(("%s%d"):format(word:sub(i, i), k), corner(ends[1]), corner(ends[2]))
    local start = 0.4 + 0.17 * #rods
    for _, at in ipairs { s.from, s.to } do
      local held
      for _, b in ipairs(before) do held = held or meets(b, at) end
      local pull = scene:connect(meets(s, at), held or scene:nail(at), { tau = 0.3, enabled = false })
      table.insert(held and joints or nails, pull)
      scene:at(start, function() pull:enable() end)
    end
    before[k] = s
  end
  x = x + letter.width + gap
end
local let_go = 8.5
scene:at(let_go, function()
  for _, nail in ipairs(nails) do nail:disable() end
  air:disable()
  scene.gravity = { 0, 0, -9.81 }
end)
scene:text { "models that put themselves together", at = { 0, 0, -0.55 }, anchor = "center", from = 6, to = let_go - 0.2, fade = 0.5, size = 0.05,
  font = "serif" }

scene:text { "after Barzel and Barr, 1988", at = { 0, 0, -0.55 }, anchor = "center", from = let_go + 1, fade = 0.5, size = 0.05, font = "serif" }

-- Checks.
local function apart() return film.worst(joints) end
scene:expect { "the word is assembled", value = function() return math.max(film.worst(nails), apart()) end, equals = 0, within = 1e-4, at = let_go }
scene:expect { "the letters hold together", value = apart, equals = 0, within = 1e-3, at = "end" }
film.never_above(scene, "nothing passes through anything", function() return scene:stats().depth + scene:stats().passed end, 1e-3)
film.stays_in_picture(scene, function() return film.outlines(rods) end)
return scene
