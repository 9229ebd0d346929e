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

local fast, a = tree(connect, 1000)
local general, b = tree(connect, 1000, function() return 1 end)
fast:advance(0.02)
general:advance(0.02)
local most, fell = 0, 0
for k in ipairs(a) do
  most = math.max(most, (a[k].position - b[k].position):length(), (a[k].velocity - b[k].velocity):length())
  fell = math.max(fell, a[k].velocity:length())
end
assert(fell > 0.1, "it does not move")
assert(most < 1e-8, ("%g apart"):format(most))
-- otherwise both took the same path
assert(most > 0, "the same bits")
