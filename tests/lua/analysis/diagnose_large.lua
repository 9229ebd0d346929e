-- Large models: scene:diagnose() and scene:assemble() by their sparse structure, right and soon.
local tw = require "tauwerk"
local V = tw.vec3

local function sorted(list)
  local names = {}
  for _, e in ipairs(list) do
    assert(e.line > 0 and e.file:find("diagnose_large.lua", 1, true), "script line of " .. e.name)
    names[#names + 1] = e.name
  end
  table.sort(names)
  return table.concat(names, " ")
end

local function rod(s, a, b) return s:rod { from = a, to = b, radius = 0.04 } end

do -- a large island, by its sparse structure: a chain whose joints are said twice but one
  local scene = tw.scene { name = "large" }
  local prev
  for i = 1, 80 do
    local z, next_z = 0.2 * math.sin(i), 0.2 * math.sin(i + 1)
    local rod = scene:rod { from = { i - 1, 0, z }, to = { i, 0, next_z }, radius = 0.05 }
    if prev then
      for _ = 1, i == 40 and 1 or 2 do scene:ball { a = rod, b = prev, at = { i - 1, 0, z } } end
    end
    prev = rod
  end
  local x = scene:diagnose()
  assert(x.rows == 3 * 157 and x.rank == 3 * 79 and x.freedoms == 6 * 80 - 3 * 79)
  assert(#x.redundant == 156 and #x.singular == 0 and #x.conflicts == 0)
end

do -- a conflict that can be reached in very many ways: some of its sets, and soon
  local s = tw.scene { tau = 0.1 }
  local n, first, before, q = 20, nil, nil, 2 * math.pi / 20
  for i = 1, n do
    local a, b = { math.cos(q * i), math.sin(q * i), 0 }, { math.cos(q * (i + 1)), math.sin(q * (i + 1)), 0 }
    local r = rod(s, a, b)
    s:on_plane { point = r.end1, normal = { 0, 0, 1 }, name = "p" .. i }
    if before then s:connect(before.end2, r.end1, { name = "c" .. i }) end
    first, before = first or r, r
  end
  s:connect(before.end2, first.end1, { name = "c1" })
  s:connect(first.end1, s:nail { 1, 0, 5 }, { name = "up" })
  local from = os.clock()
  local x = s:diagnose()
  assert(os.clock() - from < 20, "asks too much") -- some seconds on a slow machine
  assert(#x.conflicts >= 1 and not x.complete and x.message:find("more such sets", 1, true))
  for _, set in ipairs(x.conflicts) do -- up to a nail 5 m above, but kept on the ground
    local names = " " .. sorted(set) .. " "
    assert(names:find(" up ", 1, true) and names:find(" p%d+ ") and set.always, names)
  end
end

do -- a loop of rods, all a little out of place: assembled in any order of its joints, and soon
  local function loop(order)
    local s, n, r = tw.scene { tau = 0.1 }, 150, {}
    local function at(i)
      local q = 2 * math.pi * (i % n) / n
      return { 25 * math.cos(q), 25 * math.sin(q), 0.1 * math.sin(i % n) }
    end
    for i = 1, n do
      r[i] = rod(s, at(i), at(i + 1))
      r[i].position = r[i].position + V(0.02 * math.sin(3 * i), 0.02 * math.cos(5 * i), 0)
    end
    for k = 1, n do
      local i = order(k, n)
      s:connect(r[i].end2, r[i % n + 1].end1)
    end
    s:connect(r[1].end1, s:nail(at(1)))
    s:connect(r[70].end1, s:nail(at(70)))
    local from = os.clock()
    local a = s:assemble { diagnose = false }
    assert(a.assembled and a.deviation < 1e-9)
    assert(os.clock() - from < 8, "the band of a loop is not narrow") -- a second; 15 with a full band
    return r
  end
  local one = loop(function(k) return k end)
  local other = loop(function(k, n) return k * 7 % n + 1 end) -- 7 has no divisor in common with 150
  for i, r in ipairs(one) do
    assert((r.position - other[i].position):length() < 1e-7, "rod " .. i)
  end
end
