-- Closed chains of hinges with parallel axes: three rows of every loop say what others say. Many of
-- them at once have the forces and the motion that singular values give.
local tw = require "tauwerk"

local function apart(a, b) return type(a) == "number" and math.abs(a - b) or (a - b):length() end

-- a ladder of n parallelograms on the ground; each rung is a bar with two hinges above and below
local function ladder(n, solver, conflict)
  local s = tw.scene { gravity = "earth", tau = 0.1, rtol = 1e-11, atol = 1e-13, solver = solver }
  local hinges, bars, left, right = {}, {}, nil, nil
  local function hinge(a, b, at)
    hinges[#hinges + 1] = s:hinge { a = a, b = b, at = at, axis = { 0, 1, 0 }, tau = conflict and 0.05 + 0.01 * (#hinges % 5) or nil }
  end
  local function bar(from, to)
    bars[#bars + 1] = s:rod { from = from, to = to, radius = 0.03, density = 800 + 50 * #bars }
    return bars[#bars]
  end
  for i = 1, n do
    local z, lean = i - 1, 0.3
    local a, b = tw.vec3(lean * z, 0, z), tw.vec3(1 + lean * z, 0, z)
    local c, d = tw.vec3(lean * i, 0, i), tw.vec3(1 + lean * i, 0, i)
    local l, r, top = bar(a, c), bar(b, d), bar(c, d)
    hinge(l, left, a)
    hinge(r, left, b)
    hinge(l, top, c)
    hinge(r, top, d)
    left = top
  end
  if conflict then -- met no more: some joints are apart and turned
    for i, b in ipairs(bars) do
      b.position = b.position + tw.vec3(0.001 * (i % 3), 0.002 * (i % 2), -0.001 * (i % 4))
    end
  end
  return s, hinges, bars
end

local function same(name, n, conflict, time)
  local a, h, x = ladder(n, "svd", conflict)
  local b, g, y = ladder(n, "sparse", conflict)
  local function compare(when, within)
    assert(a:stats().rank == b:stats().rank and a:stats().rank == 17 * n, name .. ": rank " .. b:stats().rank)
    local most = 1
    for i in ipairs(h) do most = math.max(most, h[i].force:length(), h[i].torque:length()) end
    for i in ipairs(h) do
      local off = math.max(apart(h[i].force, g[i].force), apart(h[i].torque, g[i].torque)) / most
      assert(off <= within, ("%s: forces of hinge %d are %g off %s"):format(name, i, off, when))
    end
  end
  compare("at once", 1e-8)
  a:advance(time)
  b:advance(time)
  for i in ipairs(x) do
    local off = math.max(apart(x[i].position, y[i].position), apart(x[i].velocity, y[i].velocity))
    assert(off <= 1e-9, ("%s: bar %d is %g off"):format(name, i, off))
  end
end

same("nine loops", 9, false, 0.002)
same("nine loops in conflict", 9, true, 0.0005)

-- thirty: 600 rows, 90 of them redundant, met from start to end
do
  local s, hinges = ladder(30, "sparse")
  s:advance(0.02)
  local stats = s:stats()
  assert(stats.rank == 510 and stats.rows == 600)
  for _, h in ipairs(hinges) do
    for i = 1, 5 do assert(math.abs(h.deviation[i]) < 1e-7) end
  end
end
