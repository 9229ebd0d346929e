-- Planted models, from 2 to 60 constraints: scene:diagnose() names exactly the right sets. Each
-- model says what is in it: r = redundant, s = dependent in this pose only, c = conflicts, f =
-- freedoms, g = freedoms at other poses; names sorted.
local tw = require "tauwerk"
local V = tw.vec3
local cases, failures, only = 0, {}, arg and arg[1]

local function sorted(list)
  local names = {}
  for _, e in ipairs(list) do
    assert(e.line > 0 and e.file:find("diagnose.lua", 1, true), "script line of " .. e.name)
    names[#names + 1] = e.name
  end
  table.sort(names)
  return table.concat(names, " ")
end

local function sets(conflicts)
  local all = {}
  for _, set in ipairs(conflicts) do
    all[#all + 1] = sorted(set) .. (set.always and "" or " *here")
  end
  table.sort(all)
  return table.concat(all, " | ")
end

local function same(name, what, got, want)
  if got ~= want then
    error(("%s: %s: got '%s', expected '%s'"):format(name, what, tostring(got), tostring(want)), 0)
  end
end

local function model(name, build, want)
  if only and only ~= name then return end
  local scene = tw.scene { name = name, gravity = "earth", tau = 0.1 }
  build(scene)
  local before = scene:hash()
  local d = scene:diagnose()
  local ok, message = pcall(function()
    same(name, "redundant", sorted(d.redundant), want.r or "")
    same(name, "singular", sorted(d.singular), want.s or "")
    same(name, "conflicts", sets(d.conflicts), want.c or "")
    if want.f then same(name, "freedoms", d.freedoms, want.f) end
    same(name, "freedoms elsewhere", d.generic.freedoms, want.g or d.freedoms)
    same(name, "complete", d.complete, true)
    same(name, "unchanged state", scene:hash(), before)
  end)
  if not ok then failures[#failures + 1] = message .. "\n" .. d.message end
  cases = cases + 1
end

do -- notices and the diagnosis name constraints alike, with units
  local s = tw.scene { name = "words" }
  local b = s:sphere { radius = 0.1 }
  local pin = s:connect(b.center, s:nail { 0, 0, 0 }, { name = "left" })
  s:connect(b.center, s:nail { 1, 0, 0 }, { name = "right" })
  s:orientation { body = b, to = { 1, 0, 0, 0 }, name = "up" }
  s:orientation { body = b, to = tw.axis_angle({ 0, 0, 1 }, 1), name = "turned" }
  local told = s:diagnose()
  local function has(text) assert(told.message:find(text, 1, true), told.message) end
  has("cannot all hold (still missing: 0.5 m): constraint 'left' (")
  has(" rad): constraint 'up' (")
  local first
  for _, set in ipairs(told.conflicts) do
    if set[1].name == "left" then first = set[1] end
  end
  assert(tostring(first):find("^constraint 'left' %("), tostring(first))
  assert(first.constraint == pin and first.kind == "point_to_nail")
end

local function ball(s, at) return s:sphere { radius = 0.1, position = at or { 0, 0, 0 } } end
local function box(s, at) return s:box { size = { 1, 0.6, 0.4 }, position = at or { 0, 0, 0 } } end
local function rod(s, a, b) return s:rod { from = a, to = b, radius = 0.04 } end
local function bent(s, i) -- somewhere and somehow
  return s:rod { length = 1, radius = 0.04, position = { 0.9 * i, 0.3 * i % 0.7, 0.2 },
                 orientation = tw.rotation({ 0, 0, 1 }, { 1, 0.37 * i % 0.8 - 0.4, 0.3 }) }
end

-- ---- well-posed ------------------------------------------------------------------------------
model("one nail", function(s) s:connect(ball(s, { 1, 2, 3 }).center, s:nail { 0, 0, 0 }) end, { f = 3 })
model("two bodies, one joint", function(s) s:connect(bent(s, 1).end1, bent(s, 2).end2) end, { f = 9 })
model("hinge", function(s) s:hinge { a = box(s), at = { 0.5, 0, 0 }, axis = { 0, 1, 0 } } end, { f = 1 })
model("weld", function(s) s:weld { a = box(s) , at = { 0, 0, 0 } } end, { f = 0 })
model("slider and its motor", function(s)
  local j = s:slider { a = box(s), at = { 0, 0, 0 }, axis = { 1, 0, 0 } }
  s:motor { joint = j, position = 0.2 }
end, { f = 0 })
model("chain", function(s)
  local before = s:nail { 0, 0, 0 }
  for i = 1, 12 do
    local r = bent(s, i)
    s:connect(r.end1, before)
    before = r.end2
  end
end, { f = 36 })
model("tower chain", function(s)
  local before = s:nail { 0, 0, 0 }
  for i = 1, 12 do
    local r = bent(s, i)
    s:connect(r.end1, before)
    before = r.end2
  end
  s:connect(before, s:nail { 8, 0, 0 })
end, { f = 33 })
model("sixty joints", function(s)
  local before = s:nail { 0, 0, 0 }
  for i = 1, 60 do
    local r = bent(s, i)
    s:connect(r.end1, before)
    before = r.end2
  end
end, { f = 180 })
model("two nails a rod's length apart", function(s)
  local r = rod(s, { 0, 0, 0 }, { 2, 0, 0 })
  s:connect(r.end1, s:nail { 0, 0, 0 })
  s:on_plane { point = r.end2, normal = { 0, 0, 1 } }
end, { f = 2 })
model("the feasible curved path of figure 14c", function(s)
  local r = rod(s, { 0, 0, 0 }, { 1, 0, 0 })
  s:connect(r.end1, s:nail { 0, 0, 0 })
  s:on_plane { point = r.end2, through = { 0, 0.8, 0 }, normal = { 0, 1, 0 } }
end, { f = 2 })

-- ---- over-constrained by rows, not by whole constraints ---------------------------------------
local function four_bar(s, P, k)
  local z, r = { 0, 0, 1 }, {}
  for i = 1, 3 do r[i] = rod(s, P[i], P[i + 1]) end
  s:hinge { a = r[1], at = P[1], axis = z, name = k .. "1" }
  s:hinge { a = r[1], b = r[2], at = P[2], axis = z, name = k .. "2" }
  s:hinge { a = r[2], b = r[3], at = P[3], axis = z, name = k .. "3" }
  s:hinge { a = r[3], at = P[4], axis = z, name = k .. "4" }
  return r
end
local parallel = { { 0, 0, 0 }, { 0.3, 1, 0 }, { 3.3, 1, 0 }, { 3, 0, 0 } }
model("four-bar", function(s)
  four_bar(s, { { 0, 0, 0 }, { 0.2, 1, 0 }, { 2.5, 2, 0 }, { 3, 0, 0 } }, "h")
end, { f = 1 })
model("parallelogram", function(s) four_bar(s, parallel, "h") end, { f = 1 })
model("flat parallelogram", function(s)
  four_bar(s, { { 0, 0, 0 }, { 1, 0, 0 }, { 4, 0, 0 }, { 3, 0, 0 } }, "h")
end, { f = 2, g = 1 })
model("parallelogram with a third leg", function(s)
  local r = four_bar(s, parallel, "h")
  local leg = rod(s, { 1, 0, 0 }, { 1.3, 1, 0 })
  s:hinge { a = leg, at = { 1, 0, 0 }, axis = { 0, 0, 1 }, name = "k1" }
  s:hinge { a = leg, b = r[2], at = { 1.3, 1, 0 }, axis = { 0, 0, 1 }, name = "k2" }
end, { f = 1 })
model("Bricard", function(s)
  -- six links along edges of a cube, each hinge along its own direction: one freedom
  local P = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 1, 1, 1 }, { 0, 1, 1 }, { 0, 0, 1 } }
  local axis = { { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 0 } }
  local r = {}
  for i = 1, 5 do r[i] = rod(s, P[i], P[i + 1]) end
  s:hinge { a = r[1], at = P[1], axis = axis[1] }
  for i = 2, 5 do s:hinge { a = r[i - 1], b = r[i], at = P[i], axis = axis[i] } end
  s:hinge { a = r[5], at = P[6], axis = axis[6] }
end, { f = 1 })

-- ---- redundant --------------------------------------------------------------------------------
model("a nail twice", function(s)
  local b, n = ball(s, { 1, 0, 0 }), s:nail { 0, 0, 0 }
  s:connect(b.center, n, { name = "a" })
  s:connect(b.center, n, { name = "b", tau = 0.3 })
end, { r = "a b", f = 3 })
model("a plane through a nail", function(s)
  local b = ball(s)
  s:connect(b.center, s:nail { 0, 0, 1 }, { name = "nail" })
  s:on_plane { point = b.center, through = { 5, 2, 1 }, normal = { 0, 0, 1 }, name = "plane" }
end, { r = "plane", f = 3 })
model("a ball within a weld", function(s)
  local a, b = box(s), box(s, { 1.5, 0, 0 })
  s:weld { a = a, b = b, at = { 0.75, 0, 0 }, name = "weld" }
  s:ball { a = a, b = b, at = { 0.2, 0.1, 0 }, name = "ball" }
end, { r = "ball", f = 6 })
model("a hinge and a ball on its axis", function(s)
  local a = box(s)
  s:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, name = "hinge" }
  s:on_plane { point = a:point { 0, 0, 0.2 }, through = { 0, 0, 0.2 }, normal = { 0, 0, 1 }, name = "top" }
end, { r = "top", f = 1 })
model("two balls make a hinge, a third on their line", function(s)
  local a = box(s)
  for i = 0, 2 do s:ball { a = a, at = { 0, 0, 0.2 * i }, name = "b" .. i } end
end, { r = "b0 b1 b2", f = 1 })
model("three joints at a point of three bodies", function(s)
  local a, b, c = bent(s, 1), bent(s, 2), bent(s, 3)
  s:connect(a.end1, b.end1, { name = "ab" })
  s:connect(b.end1, c.end1, { name = "bc" })
  s:connect(c.end1, a.end1, { name = "ca" })
end, { r = "ab bc ca", f = 12 })
model("orientation that a hinge gives", function(s)
  local a = box(s)
  s:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, name = "hinge" }
  s:orient { body = a, axis = { 0, 0, 1 }, to = { 0, 0, 1 }, name = "up" }
end, { r = "up", f = 1 })
model("a far island is not touched", function(s)
  local b, n = ball(s, { 1, 0, 0 }), s:nail { 0, 0, 0 }
  s:connect(b.center, n, { name = "a" })
  s:connect(b.center, n, { name = "b" })
  s:connect(ball(s, { 5, 0, 0 }).center, s:nail { 4, 0, 0 }, { name = "c" })
end, { r = "a b", f = 6 })
model("switched off, it is not redundant", function(s)
  local b, n = ball(s, { 1, 0, 0 }), s:nail { 0, 0, 0 }
  s:connect(b.center, n, { name = "a" })
  s:connect(b.center, n, { name = "b", enabled = false })
end, { f = 3 })
model("a chain with every third joint doubled", function(s)
  local before = s:nail { 0, 0, 0 }
  for i = 1, 15 do
    local r = bent(s, i)
    s:connect(r.end1, before, { name = "j" .. i })
    if i % 5 == 0 then s:connect(r.end1, before, { name = "k" .. i }) end
    before = r.end2
  end
end, { r = "j10 j15 j5 k10 k15 k5", f = 45 })
model("sixty, one of them redundant", function(s)
  local before = s:nail { 0, 0, 0 }
  local last
  for i = 1, 58 do
    local r = bent(s, i)
    s:connect(r.end1, before, { name = "j" .. i })
    before, last = r.end2, r
  end
  s:connect(last.end2, s:nail { 20, 3, 1 }, { name = "end" })
  s:on_plane { point = last.end2, through = { 20, 3, 1 }, normal = { 1, 1, 1 }, name = "plane" }
end, { r = "plane", f = 171 })
model("between fixed things", function(s)
  local a = s:box { size = { 1, 1, 1 }, fixed = true }
  s:connect(a:corner(1), s:nail { -0.5, -0.5, -0.5 }, { name = "idle" })
  s:connect(ball(s, { 3, 0, 0 }).center, s:nail { 2, 0, 0 }, { name = "busy" })
end, { r = "idle", f = 3 })

-- ---- in conflict ------------------------------------------------------------------------------
model("two nails", function(s)
  local b = ball(s)
  s:connect(b.center, s:nail { 0, 0, 0 }, { name = "a" })
  s:connect(b.center, s:nail { 0, 0, 1 }, { name = "b" })
end, { c = "a b" })
model("three nails", function(s)
  local b = ball(s)
  s:connect(b.center, s:nail { 0, 0, 0 }, { name = "a" })
  s:connect(b.center, s:nail { 0, 0, 1 }, { name = "b" })
  s:connect(b.center, s:nail { 1, 0, 0 }, { name = "c" })
end, { c = "a b | a c | b c" })
model("a rod too long", function(s)
  local r = rod(s, { 0, 0, 0 }, { 2, 0, 0 })
  s:connect(r.end1, s:nail { 0, 0, 0 }, { name = "a" })
  s:connect(r.end2, s:nail { 1.5, 0, 0.2 }, { name = "b" })
end, { c = "a b" })
model("a chain too short", function(s)
  local before = s:nail { 0, 0, 0 }
  for i = 1, 5 do
    local r = bent(s, i)
    s:connect(r.end1, before, { name = "j" .. i })
    before = r.end2
  end
  s:connect(before, s:nail { 5.5, 0, 0 }, { name = "j6" })
end, { c = "j1 j2 j3 j4 j5 j6" })
model("two parallel planes", function(s)
  local b = ball(s)
  s:on_plane { point = b.center, normal = { 0, 0, 1 }, name = "low" }
  s:on_plane { point = b.center, through = { 0, 0, 0.5 }, normal = { 0, 0, 1 }, name = "high" }
  s:on_plane { point = b.center, normal = { 1, 0, 0 }, name = "side" }
end, { c = "high low" })
model("two directions", function(s)
  local b = box(s)
  s:orient { body = b, axis = { 0, 0, 1 }, to = { 0, 0, 1 }, name = "up" }
  s:orient { body = b, axis = { 0, 0, 1 }, to = { 1, 0, 1 }, name = "aslant" }
end, { c = "aslant up" })
model("two conflicts in one island", function(s)
  local a, b = bent(s, 1), bent(s, 2)
  s:connect(a.end2, b.end1, { name = "joint" })
  s:connect(a.end1, s:nail { 0, 0, 0 }, { name = "a1" })
  s:connect(a.end1, s:nail { 0, 0, 0.2 }, { name = "a2" })
  s:connect(b.end2, s:nail { 1, 1, 0 }, { name = "b1" })
  s:connect(b.end2, s:nail { 1, 1, 0.3 }, { name = "b2" })
end, { c = "a1 a2 | b1 b2" })
model("two conflicts in two islands", function(s)
  for i = 1, 2 do
    local b = ball(s, { 3 * i, 0, 0 })
    s:connect(b.center, s:nail { 3 * i, 0, 0 }, { name = "low" .. i })
    s:connect(b.center, s:nail { 3 * i, 0, 1 }, { name = "high" .. i })
  end
end, { c = "high1 low1 | high2 low2" })
model("a weld that is bent by a nail", function(s)
  local a, b = box(s), box(s, { 1.5, 0, 0 })
  s:weld { a = a, at = { 0, 0, 0 }, name = "ground" }
  s:weld { a = a, b = b, at = { 0.75, 0, 0 }, name = "weld" }
  s:connect(b.center, s:nail { 1.5, 0.3, 0 }, { name = "nail" })
end, { c = "ground nail weld" })
model("off by a millimetre", function(s)
  local a = box(s)
  s:connect(a:corner(1), s:nail { -0.5, -0.3, -0.2 }, { name = "a" })
  s:connect(a:corner(2), s:nail { 0.501, -0.3, -0.2 }, { name = "b" })
end, { c = "a b" })
model("within its tolerance it holds", function(s)
  local a = box(s)
  s:connect(a:corner(1), s:nail { -0.5, -0.3, -0.2 }, { name = "a", tolerance = 0.01 })
  s:connect(a:corner(2), s:nail { 0.501, -0.3, -0.2 }, { name = "b", tolerance = 0.01 })
end, {})
model("a four-bar that does not close", function(s)
  local z = { 0, 0, 1 }
  local r = {}
  for i = 1, 3 do r[i] = s:rod { length = 1, radius = 0.04, position = { i, 0.3 * i, 0 }, orientation = tw.rotation(z, { 1, 0.1 * i, 0 }) } end
  s:connect(r[1].end1, s:nail { 0, 0, 0 }, { name = "a" })
  s:connect(r[1].end2, r[2].end1, { name = "b" })
  s:connect(r[2].end2, r[3].end1, { name = "c" })
  s:connect(r[3].end2, s:nail { 3.2, 0, 0 }, { name = "d" })
end, { c = "a b c d" })

-- ---- both, and rates --------------------------------------------------------------------------
model("redundant and in conflict", function(s)
  local b, e = ball(s), ball(s, { 3, 0, 0 })
  s:connect(b.center, s:nail { 0, 0, 0 }, { name = "a" })
  s:connect(b.center, s:nail { 0, 0, 1 }, { name = "b" })
  s:connect(e.center, s:nail { 3, 0, 0 }, { name = "c" })
  s:on_plane { point = e.center, normal = { 0, 0, 1 }, name = "d" }
end, { c = "a b", r = "d" })
model("a conflict, and beside it a doubled joint in the same island", function(s)
  local a, b = bent(s, 1), bent(s, 2)
  s:connect(a.end2, b.end1, { name = "joint" })
  s:connect(a.end2, b.end1, { name = "again" })
  s:connect(b.end2, s:nail { 1, 1, 0 }, { name = "b1" })
  s:connect(b.end2, s:nail { 1, 1, 0.3 }, { name = "b2" })
end, { c = "b1 b2", r = "again joint" })
model("a motor against a weld", function(s)
  local a = box(s)
  local h = s:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, name = "hinge" }
  s:weld { a = a, at = { 0, 0, 0 }, name = "weld" }
  s:motor { joint = h, speed = 1, name = "motor" }
end, { c = "motor weld", r = "hinge" })
model("two motors of one speed", function(s)
  local h = s:hinge { a = box(s), at = { 0, 0, 0 }, axis = { 0, 0, 1 }, name = "hinge" }
  s:motor { joint = h, speed = 1, name = "one" }
  s:motor { joint = h, speed = 1, name = "two" }
end, { r = "one two", f = 0 })
model("two motors of two speeds", function(s)
  local h = s:hinge { a = box(s), at = { 0, 0, 0 }, axis = { 0, 0, 1 }, name = "hinge" }
  s:motor { joint = h, speed = 1, name = "one" }
  s:motor { joint = h, speed = 2, name = "two" }
end, { c = "one two" })
model("a crank at its dead point, driven by the slider", function(s)
  -- crank 1, rod 2, in line: the slider's speed cannot come from the crank in this pose
  local z = { 0, 0, 1 }
  local crank, link = rod(s, { 0, 0, 0 }, { 1, 0, 0 }), rod(s, { 1, 0, 0 }, { 3, 0, 0 })
  local slide = s:box { size = { 0.3, 0.2, 0.2 }, position = { 3, 0, 0 } }
  s:hinge { a = crank, at = { 0, 0, 0 }, axis = z, name = "h1" }
  s:connect(crank.end2, link.end1, { name = "p" })
  s:connect(link.end2, slide.center, { name = "q" })
  local j = s:slider { a = slide, at = { 3, 0, 0 }, axis = { 1, 0, 0 }, name = "slider" }
  s:motor { joint = j, speed = -1, name = "motor" }
end, { c = "h1 motor p q *here", f = 2, g = 1 })
model("three links in a line, at rest", function(s)
  -- stretched between two nails: dependent in the only pose there is
  local a, b = rod(s, { 0, 0, 0 }, { 1, 0, 0 }), rod(s, { 1, 0, 0 }, { 2, 0, 0 })
  s:connect(a.end1, s:nail { 0, 0, 0 }, { name = "x" })
  s:connect(a.end2, b.end1, { name = "y" })
  s:connect(b.end2, s:nail { 2, 0, 0 }, { name = "z" })
end, {})
model("a plane that touches a circle, in this pose only", function(s)
  -- end2 runs on a sphere about the nail; at the bottom the plane under it adds nothing to first order
  local r = rod(s, { 0, 0, 0 }, { 0, 0, -1 })
  s:connect(r.end1, s:nail { 0, 0, 0 }, { name = "nail" })
  s:on_plane { point = r.end2, normal = { 1, 0, 0 }, name = "side" }
  s:on_plane { point = r.end2, normal = { 0, 1, 0 }, through = { 0, 0, 0 }, name = "front" }
end, { f = 1 })

-- ---- mixed: trusses, gears, drives, welds, curves ---------------------------------------------
local function bars(s, P, axes, name)
  local r, z = {}, { 0, 1, 0 }
  for i = 1, #P - 1 do r[i] = rod(s, P[i], P[i + 1]) end
  for i = 1, #P do
    local a, b = r[i], r[i - 1]
    if i == #P then a, b = r[i - 1], nil end
    s:hinge { a = a, b = b, at = P[i], axis = axes and axes[i] or z, name = (name or "h") .. i }
  end
  return r
end
-- triangle of bars: no freedom by 3 planar rows; all rows redundant only in z: f 0
model("triangle truss", function(s) bars(s, { { 0, 0, 0 }, { 1, 0, 1 }, { 2, 0, 0 } }) end, { f = 0 })
model("two motors on one joint, same speed", function(s)
  local j = s:hinge { a = box(s), at = { 0, 0, 0 }, axis = { 0, 0, 1 }, name = "j" }
  s:motor { joint = j, speed = 2, name = "m1" }
  s:motor { joint = j, speed = 2, name = "m2" }
end, { r = "m1 m2", f = 0 })
model("two motors on one joint, different speed", function(s)
  local j = s:hinge { a = box(s), at = { 0, 0, 0 }, axis = { 0, 0, 1 }, name = "j" }
  s:motor { joint = j, speed = 2, name = "m1" }
  s:motor { joint = j, speed = 3, name = "m2" }
end, { c = "m1 m2", f = 0 })
model("two motors, angle and angle", function(s)
  local j = s:hinge { a = box(s), at = { 0, 0, 0 }, axis = { 0, 0, 1 }, name = "j" }
  s:motor { joint = j, angle = 0.5, name = "m1" }
  s:motor { joint = j, angle = 0.7, name = "m2" }
end, { c = "m1 m2", f = 0 })
model("distance triangle violated", function(s)
  local a, b = ball(s, { 0, 0, 0 }), ball(s, { 1, 0.2, 0 })
  s:connect(a.center, s:nail { 0, 0, 0 }, { name = "nail" })
  s:distance { a = a.center, b = b.center, length = 1, name = "d1" }
  s:distance { a = b.center, b = s:nail { 5, 0, 0 }, length = 2, name = "d2" }
end, { c = "d1 d2 nail" })
model("distance triangle of three balls violated", function(s)
  local p = { ball(s, { 0, 0, 0 }), ball(s, { 1, 0, 0 }), ball(s, { 0.5, 1, 0 }) }
  s:distance { a = p[1].center, b = p[2].center, length = 1, name = "a" }
  s:distance { a = p[2].center, b = p[3].center, length = 1, name = "b" }
  s:distance { a = p[3].center, b = p[1].center, length = 3, name = "c" }
end, { c = "a b c" })
-- K4 in the plane: 4 points, 6 distances: in space well posed (12 - 6 = 6); on the plane one redundant
model("tetrahedron of distances", function(s)
  local p = { ball(s, { 0, 0, 0 }), ball(s, { 1, 0, 0 }), ball(s, { 0.5, 1, 0 }), ball(s, { 0.5, 0.4, 0.8 }) }
  for i = 1, 4 do for j = i + 1, 4 do
    s:distance { a = p[i].center, b = p[j].center, length = (p[i].position - p[j].position):length(), name = "d" .. i .. j }
  end end
end, { f = 18 })
model("plane quadrilateral with both diagonals", function(s)
  local p = { ball(s, { 0, 0, 0 }), ball(s, { 1, 0, 0 }), ball(s, { 1.2, 1, 0 }), ball(s, { 0.1, 0.9, 0 }) }
  for i = 1, 4 do
    s:on_plane { point = p[i].center, normal = { 0, 0, 1 }, name = "z" .. i }
    for j = i + 1, 4 do
    s:distance { a = p[i].center, b = p[j].center, length = (p[i].position - p[j].position):length(), name = "d" .. i .. j }
  end end
end, { r = "d12 d13 d14 d23 d24 d34", f = 15 })
local function three_wheels(s)
  local j = {}
  for i = 1, 3 do
    local at = { 2 * i, 0, 0 }
    j[i] = s:hinge { a = box(s, at), at = at, axis = { 0, 0, 1 }, name = "j" .. i }
  end
  return j
end
model("gear loop with a wrong ratio", function(s)
  local j = three_wheels(s)
  s:gear { a = j[1], b = j[2], ratio = -2, name = "g12" }
  s:gear { a = j[2], b = j[3], ratio = -2, name = "g23" }
  s:gear { a = j[1], b = j[3], ratio = 3, name = "g13" }
end, { f = 0 }) -- locks, angle 0: consistent
model("gear loop closed", function(s)
  local j = three_wheels(s)
  s:gear { a = j[1], b = j[2], ratio = -2, name = "g12" }
  s:gear { a = j[2], b = j[3], ratio = -2, name = "g23" }
  s:gear { a = j[1], b = j[3], ratio = 4, name = "g13" }
end, { r = "g12 g13 g23", f = 1 })
model("gear loop locked, and a motor", function(s)
  local j = three_wheels(s)
  s:gear { a = j[1], b = j[2], ratio = -2, name = "g12" }
  s:gear { a = j[2], b = j[3], ratio = -2, name = "g23" }
  s:gear { a = j[1], b = j[3], ratio = 3, name = "g13" }
  s:motor { joint = j[2], angle = 1, name = "m" }
end, { c = "g12 g13 g23 m", f = 0 })
model("gear loop locked, and a speed", function(s)
  local j = three_wheels(s)
  s:gear { a = j[1], b = j[2], ratio = -2, name = "g12" }
  s:gear { a = j[2], b = j[3], ratio = -2, name = "g23" }
  s:gear { a = j[1], b = j[3], ratio = 3, name = "g13" }
  s:motor { joint = j[2], speed = 1, name = "m" }
end, { c = "g12 g13 g23 m", f = 0 })
model("double weld, different poses", function(s)
  local a, b = box(s), box(s, { 2, 0, 0 })
  s:weld { a = a, b = b, at_a = { 1, 0, 0 }, at_b = { -1, 0, 0 }, name = "w1" }
  s:weld { a = a, b = b, at_a = { 1, 0, 0 }, at_b = { -1.5, 0, 0 }, name = "w2" }
end, { c = "w1 w2" })
model("fixed bodies too far apart", function(s)
  local a, b = box(s), box(s, { 5, 0, 0 }) a.fixed, b.fixed = true, true
  s:connect(a:point { 0.5, 0, 0 }, b:point { -0.5, 0, 0 }, { name = "j" })
end, { c = "j", f = 0 })
model("weights do not matter", function(s)
  local b = ball(s)
  s:connect(b.center, s:nail { 0, 0, 0 }, { name = "a", weight = 1e3 })
  s:connect(b.center, s:nail { 1, 0, 0 }, { name = "b", weight = 1e-3 })
end, { c = "a b", f = 3 })
model("custom: a sphere that the line misses", function(s)
  local b = ball(s, { 0, 0, 0 })
  s:constraint { points = { b.center }, deviation = function(x) return x[1]:dot(x[1]) - 1 end, name = "sphere" }
  s:on_line { point = b.center, through = { 0, 2, 0 }, along = { 1, 0, 0 }, name = "line" }
end, { c = "line sphere" })
model("custom: tangent line", function(s)
  local b = ball(s, { 0.3, 1, 0 })
  s:constraint { points = { b.center }, deviation = function(x) return x[1]:dot(x[1]) - 1 end, name = "sphere" }
  s:on_line { point = b.center, through = { 0, 2, 0 }, along = { 0.1, 1, 0 }, name = "line" }
end, { f = 3 })
model("Sarrus", function(s)
  local p = s:box { size = { 1, 1, 0.2 }, position = { 0, 0, 1.6 } }
  local a, b = rod(s, { 1, 0, 0 }, { 1.5, 0, .8 }), rod(s, { 1.5, 0, .8 }, { 1, 0, 1.6 })
  local c, d = rod(s, { 0, 1, 0 }, { 0, 1.5, .8 }), rod(s, { 0, 1.5, .8 }, { 0, 1, 1.6 })
  s:hinge { a = a, at = { 1, 0, 0 }, axis = { 0, 1, 0 } }
  s:hinge { a = b, b = a, at = { 1.5, 0, .8 }, axis = { 0, 1, 0 } }
  s:hinge { a = p, b = b, at = { 1, 0, 1.6 }, axis = { 0, 1, 0 } }
  s:hinge { a = c, at = { 0, 1, 0 }, axis = { 1, 0, 0 } }
  s:hinge { a = d, b = c, at = { 0, 1.5, .8 }, axis = { 1, 0, 0 } }
  s:hinge { a = p, b = d, at = { 0, 1, 1.6 }, axis = { 1, 0, 0 } }
end, { f = 1 })
model("parallelogram with five legs", function(s)
  local bar = rod(s, { .3, 0, -1 }, { 4.3, 0, -1 })
  for i = 0, 4 do
    local l = rod(s, { i, 0, 0 }, { i + .3, 0, -1 })
    s:hinge { a = l, at = { i, 0, 0 }, axis = { 0, 1, 0 } }
  s:hinge { a = l, b = bar, at = { i + .3, 0, -1 }, axis = { 0, 1, 0 } }
  end
end, { f = 1 })
model("three legs, the middle one too long", function(s)
  local bar = rod(s, { .3, 0, -1 }, { 4.3, 0, -1 })
  for i = 0, 2 do
    local l = i == 1 and s:rod { length = 1.3, radius = 0.04, position = { 1, 0, -0.5 }, orientation = tw.axis_angle({ 0, 1, 0 }, -0.3) } or rod(s, { 2 * i, 0, 0 }, { 2 * i + .3, 0, -1 })
    local L = i == 1 and 0.65 or math.sqrt(1.09) / 2
    s:hinge { a = l, at_a = { 0, 0, -L }, at_b = { 2 * i, 0, 0 }, axis_a = { 0, 1, 0 }, axis_b = { 0, 1, 0 }, name = "a" .. i }
    s:hinge { a = l, b = bar, at_a = { 0, 0, L }, at_b = { 0, 0, 2 * i - 2 }, axis_a = { 0, 1, 0 }, axis_b = { 0, 1, 0 }, name = "b" .. i }
  end
end, { c = "a0 a1 a2 b0 b1 b2" })
model("slider in a slider across, locked by a third", function(s)
  local a, b = box(s), box(s)
  s:slider { a = a, at = { 0, 0, 0 }, axis = { 1, 0, 0 }, name = "s1" }
  s:slider { a = b, b = a, at = { 0, 0, 0 }, axis = { 0, 1, 0 }, name = "s2" }
  s:slider { a = b, at = { 0, 0, 0 }, axis = { 1, 1, 0 }, name = "s3" }
end, { f = 1 })
model("a universal joint within a hinge", function(s)
  local a = box(s)
  s:universal { a = a, at = { 0, 0, 0 }, axis_a = { 1, 0, 0 }, axis_b = { 0, 1, 0 }, name = "u" }
  s:hinge { a = a, at = { 0, 0, 0 }, axis = { 1, 0, 0 }, name = "h" }
end, { r = "u", f = 1 })
model("screw and its slider", function(s)
  local a = box(s)
  s:screw { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, pitch = 0.1, name = "screw" }
  s:slider { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, name = "slider" }
end, { f = 0 })
model("two screws of different pitch", function(s)
  local a = box(s)
  s:screw { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, pitch = 0.1, name = "s1" }
  s:screw { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, pitch = 0.2, name = "s2" }
end, { f = 0 })
model("velocity and a nail", function(s)
  local a = ball(s, { 0, 0, 0 })
  s:connect(a.center, s:nail { 0, 0, 0 }, { name = "n" })
  s:velocity { point = a.center, value = { 1, 0, 0 }, name = "v" }
end, { c = "n v", f = 3 })
model("velocity zero and a nail", function(s)
  local a = ball(s, { 0, 0, 0 })
  s:connect(a.center, s:nail { 0, 0, 0 }, { name = "n" })
  s:velocity { point = a.center, value = { 0, 0, 0 }, name = "v" }
end, { r = "n v", f = 3 })
model("two spheres that touch", function(s)
  local b = ball(s, { 1, 0, 0 })
  s:distance { a = b.center, b = s:nail { 0, 0, 0 }, length = 1, name = "d1" }
  s:distance { a = b.center, b = s:nail { 3, 0, 0 }, length = 2, name = "d2" }
end, { s = "d1 d2" })
model("two spheres that touch, one of them said twice", function(s)
  local b = ball(s, { 1, 0, 0 })
  s:distance { a = b.center, b = s:nail { 0, 0, 0 }, length = 1, name = "d1" }
  s:distance { a = b.center, b = s:nail { 0, 0, 0 }, length = 1, name = "same" }
  s:distance { a = b.center, b = s:nail { 3, 0, 0 }, length = 2, name = "d2" }
end, { r = "d1 same", s = "d2" })
model("a chain of distances stretched to its full length", function(s)
  local before = s:nail { 0, 0, 0 }
  for i = 1, 4 do
    local b = ball(s, { i, 0, 0 })
    s:distance { a = b.center, b = before, length = 1, name = "d" .. i }
    before = b.center
  end
  s:distance { a = before, b = s:nail { 5, 0, 0 }, length = 1, name = "d5" }
end, { s = "d1 d2 d3 d4 d5" })
model("a plane that touches a sphere", function(s)
  local b = ball(s, { 0, 0, 1 })
  s:distance { a = b.center, b = s:nail { 0, 0, 0 }, length = 1, name = "sphere" }
  s:on_plane { point = b.center, through = { 0, 0, 1 }, normal = { 0, 0, 1 }, name = "plane" }
end, { s = "plane sphere" })
model("two spheres about one centre are one", function(s)
  local b = ball(s, { 1, 0, 0 })
  s:distance { a = b.center, b = s:nail { 0, 0, 0 }, length = 1, name = "d1" }
  s:distance { a = b.center, b = s:nail { 0, 0, 0 }, length = 1, name = "d2" }
end, { r = "d1 d2", f = 5 })
model("a driven body that is nailed", function(s)
  -- D = 0 now, but the body moves on: one set of its own, though it holds nothing that is free
  local a = ball(s)
  a.motion = s:path(function(t) return tw.vec3(t, 0, 0) end)
  s:connect(a.center, s:nail { 0, 0, 0 }, { name = "n" })
  s:on_plane { point = a.center, normal = { 0, 0, 1 }, name = "floor" }
end, { c = "n", r = "floor", f = 0 })
model("a moving point and a nail", function(s)
  local a = ball(s)
  s:connect(a.center, s:nail { 0, 0, 0 }, { name = "n" })
  s:connect(a.center, s:path(function(t) return tw.vec3(t, 0, 0) end), { name = "p" })
end, { c = "n p", f = 3 })
model("path and its velocity", function(s)
  local a = ball(s, { 0, 0, 0 })
  s:connect(a.center, s:path(function(t) return tw.vec3(t, t * t, 0) end), { name = "p" })
  s:velocity { point = a.center, value = function(t) return tw.vec3(1, 2 * t, 0) end, name = "v" }
end, { r = "p v", f = 3 })

assert(#failures == 0, "\n" .. table.concat(failures, "\n\n"))
assert(cases >= 40 or only, "a corpus of at least 40 models, got " .. cases)
print(cases .. " models")
