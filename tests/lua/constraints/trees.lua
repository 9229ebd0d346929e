-- A tree of 1,000 boxes on joints of points: the fast path takes it, although the joints that hold hundreds of boxes have
-- small pivots, and moves it as the general path does, to which a weight that is a function of t sends it.
local tw = require "tauwerk"

local function tree(join, n, weight)
  local s, box, half = tw.scene { gravity = "earth", rtol = 1e-9 }, {}, tw.vec3(0.04, 0.03, 0.1)
  for k = 1, n do
    local parent, side = box[k // 2], k % 2 == 0 and -1 or 1
    local on = parent and tw.vec3(side * half.x, 0.01 * side, -half.z) or tw.vec3(0, 0, 0)
    local at, top = parent and parent.position + on or on, tw.vec3(0.01, 0, half.z)
    box[k] = s:box { size = half * 2, position = at - top, density = 600 }
    join(s, box[k], parent, top, parent and on or at, weight)
  end
  return s, box
end

local function connect(s, a, b, at_a, at_b, weight)
  s:connect(a:point(at_a), b and b:point(at_b) or s:nail(at_b), { weight = weight })
end

local function ball(s, a, b, at_a, at_b, weight)
  s:ball { a = a, b = b, at_a = at_a, at_b = at_b, weight = weight }
end

for name, join in pairs { connect = connect, ball = ball } do
  local fast, a = tree(join, 1000)
  local general, b = tree(join, 1000, function() return 1 end)
  fast:advance(0.02)
  general:advance(0.02)
  local most, fell = 0, 0
  for k in ipairs(a) do
    most = math.max(most, (a[k].position - b[k].position):length(), (a[k].velocity - b[k].velocity):length())
    fell = math.max(fell, a[k].velocity:length())
  end
  assert(fell > 0.1, name .. ": it does not move")
  assert(most < 1e-8, ("%s: %g apart"):format(name, most))
  -- otherwise both took the same path
  assert(most > 0, name .. ": the same bits")
end

-- balls given by places of the world, between a driven and a fixed body
local function mixed(weight)
  local s, rods = tw.scene { gravity = "earth", rtol = 1e-9 }, {}
  local crank = s:box { size = { 0.1, 0.1, 0.1 }, motion = s:path(function(t) return { 0, 0.1 * tw.math.sin(9 * t), 0 } end) }
  local wall = s:box { size = { 0.1, 0.1, 0.1 }, position = { 3, 0, 0 }, fixed = true }
  for k = 1, 3 do rods[k] = s:rod { from = { k - 1, 0, 0 }, to = { k, 0.2 * (k % 2), 0 }, radius = 0.03 } end
  s:ball { a = rods[1], b = crank, at = { 0, 0, 0 }, weight = weight }
  s:ball { a = rods[2], b = rods[1], at = { 1, 0.2, 0 }, weight = weight }
  s:ball { a = rods[3], b = rods[2], at = { 2, 0, 0 }, weight = weight }
  s:ball { a = wall, b = rods[3], at = { 3, 0.2, 0 }, weight = weight }
  s:ball { a = s:box { size = { 0.2, 0.1, 0.1 }, position = { 1, 0, -0.5 } }, b = rods[1], at = { 0.5, 0.1, -0.2 }, weight = weight }
  return s, rods
end
do
  local fast, a = mixed()
  local general, b = mixed(function() return 1 end)
  fast:advance(0.5)
  general:advance(0.5)
  for k in ipairs(a) do
    local apart = (a[k].position - b[k].position):length()
    assert(apart < 1e-7 and apart > 0, ("rod %d of balls: %g apart"):format(k, apart))
  end
end
