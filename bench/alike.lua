-- Many alike bodies and joints, other than chains of rods: what a second of motion costs.
--   tauwerk lua bench/alike.lua [SCENE [SECONDS [STEPPER [NUMBER]]]]
local tw = require "tauwerk"
local y = tw.vec3(0, 1, 0)

-- a binary tree of n boxes, box k on a corner of box k // 2; join(scene, box, parent, at, at_parent): their joint
local function tree(join, n)
  local s, box, half = tw.scene { gravity = "earth", duration = 10 }, {}, { 0.04, 0.03, 0.1 }
  for k = 1, n or 1000 do
    local parent, side = box[k // 2], k % 2 == 0 and -1 or 1
    local on = parent and tw.vec3(side * half[1], 0.01 * side, -half[3]) or tw.vec3(0, 0, 0)
    local at, top = parent and parent.position + on or on, tw.vec3(0.01, 0, half[3])
    box[k] = s:box { size = { 2 * half[1], 2 * half[2], 2 * half[3] }, position = at - top, density = 600 }
    join(s, box[k], parent, top, parent and on or at)
  end
  return s
end

local function ball(s, a, b, at_a, at_b)
  s:ball { a = a, b = b, at_a = at_a, at_b = at_b }
end
local function connect(s, a, b, at_a, at_b)
  s:connect(a:point(at_a), b and b:point(at_b) or s:nail(at_b))
end

-- rungs of a ladder that hangs, each on the one above by a hinge along it
local function jacob(n)
  local s, last = tw.scene { gravity = "earth", duration = 10 }, nil
  for k = 1, n or 200 do
    local at = tw.vec3(0.1 * (k - 1), 0, 0)
    local rung = s:box { size = { 0.1, 0.5, 0.02 }, position = at + tw.vec3(0.05, 0, 0), density = 600 }
    s:hinge { a = rung, b = last, at = at, axis = y }
    last = rung
  end
  return s
end

-- parallelograms one on the other: each rung is a bar with two hinges above and below
local function ladder(n)
  local s, last = tw.scene { gravity = "earth", duration = 10 }, nil
  for k = 1, n do
    local x = 0.3 * (k - 1)
    local a, b, c, d = tw.vec3(x, 0, 0), tw.vec3(x, 0, 0.5), tw.vec3(x + 0.3, 0, 0), tw.vec3(x + 0.3, 0, 0.5)
    local function bar(from, to)
      return s:rod { from = from, to = to, radius = 0.02, density = 600 }
    end
    local lower, upper, rung = bar(a, c), bar(b, d), bar(c, d)
    s:hinge { a = lower, b = last, at = a, axis = y }
    s:hinge { a = upper, b = last, at = b, axis = y }
    s:hinge { a = lower, b = rung, at = c, axis = y }
    s:hinge { a = upper, b = rung, at = d, axis = y }
    last = rung
  end
  return s
end

local scenes = {
  { "tree", function(n) return tree(ball, n) end },
  { "connected", function(n) return tree(connect, n) end },
  { "jacob", jacob },
  { "ladder", function(n) return ladder(n or 60) end },
}
local only, seconds, stepper = arg and arg[1], tonumber(arg and arg[2]) or 0.5, arg and arg[3] or "auto"
local count = tonumber(arg and arg[4])
for _, scene in ipairs(scenes) do
  if not only or only == scene[1] then
    local s = scene[2](count)
    s.stepper = stepper
    s:advance_to(0)
    local begin = os.clock()
    s:advance_to(seconds)
    local took, stats = os.clock() - begin, s:stats()
    print(("%-10s %6.2f s, %5d steps, %6d evaluations, %8.1f us each, rank %d of %d"):format(scene[1], took, stats.steps,
          stats.evaluations, 1e6 * took / stats.evaluations, stats.rank, stats.rows))
  end
end
