-- Constraints that say the same are merged: each has the force and each body the motion that
-- singular values give, whatever the weights and rates, met or not, in conflict or not.
local tw = require "tauwerk"

local function apart(a, b) return type(a) == "number" and math.abs(a - b) or (a - b):length() end

-- the same scene by both solvers; `build` returns the constraints to compare
local function same(name, build, options)
  options = options or {}
  local scenes, joints, most = {}, {}, 1
  for i, solver in ipairs { "svd", "sparse" } do
    scenes[i] = tw.scene { gravity = "earth", tau = 0.1, rtol = 1e-11, atol = 1e-13, solver = solver }
    joints[i] = build(scenes[i])
  end
  local function compare(when)
    for k, j in ipairs(joints[1]) do
      most = math.max(most, j.force:length(), j.torque:length())
      for _, field in ipairs { "force", "torque" } do
        local off = apart(j[field], joints[2][k][field]) / most
        assert(off <= (options.within or 1e-9), ("%s: %s of %d %s is %g off"):format(name, field, k, when, off))
      end
    end
    local a, b = scenes[1]:stats(), scenes[2]:stats()
    assert(a.rank == b.rank, ("%s: rank %d %s, not %d"):format(name, b.rank, when, a.rank))
    assert(apart(a.residual, b.residual) <= 1e-9 * math.max(1, a.residual), name .. ": residual")
    if options.rank then assert(a.rank == options.rank, ("%s: rank %d"):format(name, a.rank)) end
  end
  compare("at once")
  for i = 1, 2 do scenes[i]:advance(options.time or 0.1) end
  compare("later")
  for k, b in ipairs(scenes[1].bodies) do
    local c = scenes[2].bodies[k]
    local off = math.max(apart(b.position, c.position), apart(b.velocity, c.velocity))
    assert(off <= 1e-9, ("%s: %s is %g off"):format(name, b.name, off))
  end
end

local function box(s, x, y, z)
  return s:box { size = { 0.4, 0.3, 0.2 }, density = 500 + 100 * x, position = { x, y, z },
    orientation = tw.euler(0.3 * x, y, 0.2 + z), velocity = { y, z, x }, angular_velocity = { 1, x, -y } }
end

local function corners(s, n)
  local points, where = {}, { { 0, 0, 0 }, { 1, 0.2, 0 }, { 0.1, 0.9, 0.3 }, { 0.8, 1.1, -0.4 }, { 0.4, 0.5, 1 } }
  for i = 1, n do points[i] = box(s, table.unpack(where[i])):point { 0.2, 0.1 * i, -0.1 } end
  return points
end

-- every two of n points, each joint with its own weight and rate
local function clique(s, n, o)
  local p, joints = corners(s, n), {}
  for i = 1, n do
    for j = i + 1, n do
      local k = #joints + 1
      joints[k] = s:connect(p[i], p[j], { weight = o.weight and o.weight(k) or 1, tau = o.tau and o.tau(k) or nil })
    end
  end
  return joints, p
end

same("triangle", function(s) return (clique(s, 3, {})) end, { rank = 6 })
same("triangle in conflict", function(s) return (clique(s, 3, { tau = function(k) return 0.04 * k end })) end, { rank = 6 })
same("four, all different", function(s)
  return (clique(s, 4, { tau = function(k) return 0.03 * k end, weight = function(k) return 0.4 * k end }))
end, { rank = 9 })
same("five, equal", function(s) return (clique(s, 5, {})) end, { rank = 12 })
same("weights that change", function(s)
  return (clique(s, 4, { tau = function(k) return 0.03 * k end,
    weight = function(k) return k % 2 == 0 and function(t) return k + 10 * t end or k end }))
end, { rank = 9 })
same("weights that part", function(s) -- too unlike to merge before long
  return (clique(s, 3, { weight = function(k) return k == 1 and function(t) return tw.math.exp(100 * t) end or 1 end }))
end, { rank = 6, time = 0.12 })

same("nailed in several ways", function(s)
  local joints, p = clique(s, 3, { tau = function(k) return 0.05 * k end })
  local driven = s:sphere { radius = 0.1, motion = s:path(function(t) return tw.vec3(1, t, 0) end) }
  joints[4] = s:connect(p[1], s:nail { 0, 0, 1 })
  joints[5] = s:connect(s:path(function(t) return tw.vec3(0.1, 0, 1 - t * t) end), p[2], { weight = 3 })
  joints[6] = s:connect(p[3], driven.center)
  return joints
end, { rank = 9 })

same("a loop through two points of one body", function(s)
  local a, b, c = box(s, 0, 0, 0), box(s, 1, 0, 0), box(s, 0, 1, 0)
  local p, q, r, t = a:point { 0.2, 0, 0 }, b.center, a:point { -0.2, 0.1, 0 }, c.center
  return { s:connect(p, q), s:connect(q, r, { tau = 0.2 }), s:connect(r, t), s:connect(t, p, { weight = 2 }) }
end)

same("parts that share a body and a point", function(s)
  local joints, p = clique(s, 4, { tau = function(k) return 0.03 * k end })
  local q = p[1].body:point { -0.2, 0, 0.1 }
  local d, e = box(s, -1, 0, 0), box(s, -1, 1, 0)
  joints[7], joints[8], joints[9] = s:connect(q, d.center), s:connect(d.center, e.center), s:connect(e.center, q)
  joints[10] = s:connect(p[2], box(s, 2, 0, 0).center)
  joints[11] = s:hinge { a = d, b = e, at_a = { 0.1, 0, 0 }, at_b = { 0, 0.1, 0 }, axis_a = { 0, 0, 1 }, axis_b = { 0, 0, 1 } }
  return joints
end)

local function twice(kind, more)
  return function(s)
    local a, b = box(s, 0, 0, 0), box(s, 0.7, 0.2, 0.1)
    local joints = {}
    for i = 1, 3 do
      local o = { a = a, b = b, at_a = { 0.2, 0, 0 }, at_b = { -0.2, 0.1, 0 }, axis_a = { 0, 0, 1 }, axis_b = { 0, 1, 0 },
        tau = 0.05 * i, weight = i == 3 and 2.5 or 1 }
      for k, v in pairs(more or {}) do o[k] = v end
      for k, v in pairs(o) do if v == "none" then o[k] = nil end end
      joints[i] = s[kind](s, o)
    end
    joints[4] = s:connect(a.center, s:nail { 0, 0, 0 })
    return joints
  end
end

same("hinge thrice", twice "hinge", { rank = 8 })
same("slider thrice", twice "slider", { rank = 8 })
same("weld thrice", twice("weld", { axis_a = "none", axis_b = "none" }), { rank = 9 })
same("ball thrice", twice("ball", { axis_a = "none", axis_b = "none" }), { rank = 6 })

same("posed joints that are not equal, though they were given the same", function(s)
  local a, b = box(s, 0, 0, 0), box(s, 0.7, 0.2, 0.1)
  local first = s:weld { a = a, b = b, at = { 0.3, 0, 0 } }
  b.orientation = tw.euler(0.5, 0.1, 0.3)
  return { first, s:weld { a = a, b = b, at = { 0.3, 0, 0 } } }
end, { within = 1e-8 })

same("gears twice", function(s)
  local frame = s:box { size = { 2, 0.1, 0.1 }, density = 900, position = { 0, 0, 0 } }
  local function wheel(x)
    local w = s:cylinder { radius = 0.3, height = 0.1, density = 800, position = { x, 0, 0 }, angular_velocity = { 0, 0, 3 * x } }
    return s:hinge { a = w, b = frame, at = { x, 0, 0 }, axis = { 0, 0, 1 } }
  end
  local j, k = wheel(-0.3), wheel(0.3)
  local joints = { j, k }
  for i = 1, 2 do joints[2 + i] = s:gear { a = j, b = k, ratio = -1, tau = 0.1 * i } end
  joints[5] = s:connect(frame.center, s:nail { 0, 0, 0 })
  return joints
end)

same("bounded forces", function(s)
  local p, n = box(s, 0, 0, 0).center, s:nail { 0, 0, 0.3 }
  return { s:connect(p, n, { max_force = 2 }), s:connect(p, n, { tau = 0.2 }), s:connect(p, n, { max_force = 50, weight = 2 }) }
end, { within = 1e-5 })

-- one of them goes, or is switched off: the others have its load
do
  local s = tw.scene { gravity = "earth", tau = 0.1, solver = "sparse" }
  local b = s:sphere { radius = 0.1, mass = 3 }
  local n, c = s:nail { 0, 0, 0 }, {}
  for i = 1, 3 do c[i] = s:connect(b.center, n) end
  assert(apart(c[1].force.z, 9.81) < 1e-12 and apart(c[3].force.z, 9.81) < 1e-12)
  c[3].enabled = false
  assert(apart(c[1].force.z, 14.715) < 1e-12)
  c[2]:remove()
  assert(apart(c[1].force.z, 29.43) < 1e-12)
end

-- a grid of rods with a joint between every two that meet moves like one with as few as hold it
do
  local function grid(n, every, shuffled)
    local s = tw.scene { gravity = "earth", tau = 0.1, rtol = 1e-11, atol = 1e-13, solver = "sparse" }
    local at, ends, rods = {}, {}, {}
    for i = 1, n do for j = 1, n do
      at[i * n + j], ends[i * n + j] = tw.vec3(0.2 * i, 0.2 * j, (i + j) % 2 * 0.1), {}
    end end
    local function rod(p, q)
      local r = s:rod { from = at[p], to = at[q], radius = 0.02, density = 1000 }
      table.insert(ends[p], r.end1)
      table.insert(ends[q], r.end2)
      rods[#rods + 1] = r
    end
    for i = 1, n do for j = 1, n do
      if i < n then rod(i * n + j, (i + 1) * n + j) end
      if j < n then rod(i * n + j, i * n + j + 1) end
    end end
    for p, e in pairs(at) do
      for a = 1, every and #ends[p] - 1 or 1 do
        for b = a + 1, #ends[p] do s:connect(ends[p][a], ends[p][b]) end
      end
    end
    for _, p in ipairs { n + 1, n * n + 1 } do s:connect(ends[p][1], s:nail(at[p])) end
    s:advance(0.1)
    return s, rods
  end
  local plain, a = grid(4, false)
  local all, b = grid(4, true)
  assert(plain:stats().rank == all:stats().rank and all:stats().rows > plain:stats().rows)
  for i in ipairs(a) do
    assert(apart(a[i].position, b[i].position) < 1e-10 and apart(a[i].velocity, b[i].velocity) < 1e-9)
  end
end
