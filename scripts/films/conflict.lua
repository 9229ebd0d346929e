-- A conflict, explained on the screen while it is resolved. Two bars of 1 m are to reach from one peg to another that
-- stands 2.6 m away. scene:diagnose() names the constraints that cannot all hold; least squares divide what is missing
-- among them. Then the right peg comes nearer, and all hold.
local tw = require "tauwerk"
local film = require "_film"

local scene = tw.scene { name = "conflict", duration = 15, fps = 25, tau = 0.3, size = { 1920, 1080 } }
scene.look = { "paper", floor = false }
scene.camera = { eye = { -0.3, -8, 1.5 }, target = { 0, 0, 1.15 }, fov = tw.deg(20) }
local dark, orange, blue, red = { 0.05, 0.05, 0.06 }, { 0.7, 0.25, 0.02 }, { 0.03, 0.20, 0.55 }, { 0.65, 0.03, 0.03 }
scene:prop { kind = "box", size = { 60, 0.2, 30 }, position = { 0, 0.3, 1 }, material = { "chalk", color = { 0.92, 0.92, 0.9 } } }
local back = tw.rotation({ 0, 0, 1 }, { 0, 1, 0 })

-- The bars: one with balls at its ends, one a pair of plates that takes a ball between itself. The pegs are behind both.
local one = scene:compound { name = "bar 1", density = 500, position = { -1.1, 0, 0.5 }, orientation = tw.axis_angle({ 0, 1, 0 }, 0.5),
  parts = { { kind = "rod", from = { -0.5, 0, 0 }, to = { 0.5, 0, 0 }, radius = 0.035, material = { "plastic", color = orange } },
    { kind = "sphere", radius = 0.06, position = { -0.5, 0, 0 }, material = "steel" },
    { kind = "sphere", radius = 0.06, position = { 0.5, 0, 0 }, material = "steel" } } }
local plates = {}
for side = -1, 1, 2 do
  plates[#plates + 1] = { kind = "box", size = { 1, 0.02, 0.07 }, position = { 0, 0.075 * side, 0 } }
  for e = -0.5, 0.5 do
    plates[#plates + 1] = { kind = "cylinder", height = 0.022, radius = 0.08, position = { e, 0.075 * side, 0 }, orientation = back }
  end
end
local two = scene:compound { name = "bar 2", density = 500, position = { 1.2, 0, 0.55 }, orientation = tw.axis_angle({ 0, 1, 0 }, -0.4),
  parts = plates, material = { "plastic", color = blue } }
local a, b, c, d = one:point { -0.5, 0, 0 }, one:point { 0.5, 0, 0 }, two:point { -0.5, 0, 0 }, two:point { 0.5, 0, 0 }

-- The right peg comes nearer on an arc, so that the bars turn, and which way they bend is not left to rounding.
local z, goes, comes = 1.6, 8.5, 11   -- m, s
local function place(t)
  local u = film.ease(t, goes, comes)
  return { 1.3 - 0.8 * u, 0, z - 1.8 * u * (1 - u) - 0.2 * u }
end
scene:prop { kind = "cylinder", height = 0.1, radius = 0.09, position = { -1.3, 0.15, z }, orientation = back, material = "steel" }
scene:prop { kind = "cylinder", height = 0.1, radius = 0.09, position = function(t) local p = place(t) return { p[1], 0.15, p[3] } end, orientation = back, material = "steel" }
local left = scene:connect(a, scene:nail { -1.3, 0, z }, { name = "left peg", enabled = false })
local joint = scene:connect(c, b, { name = "joint", enabled = false })
local right = scene:connect(d, scene:path(place), { name = "right peg", enabled = false })
-- guides keep the bars in the wall's plane, which nothing else does while they are taut
for i, bar in ipairs { one, two } do scene:orient { name = "guide " .. i, body = bar, axis = { 0, 1, 0 }, to = { 0, 1, 0 } } end
scene:drag { rate = 1.5 }
scene:at(1, function() left:enable() joint:enable() right:enable() end)

-- What is missing, and where; letters stand clear of the bars: those of the joint below it, those of the right peg aside.
local gaps = { { left, scene:nail { -1.3, 0, z }, a, 0, 0.28 }, { joint, b, c, 0, -0.28 }, { right, scene:path(place), d, 0.4, 0.28 } }
for _, g in ipairs(gaps) do
  scene:ruler { from = g[2], to = g[3], radius = 0.012, color = red, size = 0, visible = function(t) return t > 3.2 and t < 11.5 end }
  scene:text { function() return ("%s: %.3f m"):format(g[1].name, g[1].deviation:length()) end,
    at = function() return (g[2].position + g[3].position) * 0.5 + tw.vec3(g[4], -0.1, g[5]) end, anchor = "center",
    from = 3.2, fade = 0.4, size = 0.038, color = dark }
end

-- What scene:diagnose() says, before and after: the smallest sets of constraints that cannot all hold, by name.
local said, sets = "", {}
local function ask()
  local report = scene:diagnose()
  sets[#sets + 1] = report.conflicts
  if #report.conflicts == 0 then said = ("diagnose(): no conflict, rank %d of %d rows"):format(report.rank, report.rows) return end
  local names = {}
  for _, x in ipairs(report.conflicts[1]) do names[#names + 1] = x.name end
  said = "diagnose(): these cannot all hold:  " .. table.concat(names, ",  ")
end
scene:at(4.4, ask)
scene:at(13, ask)
film.title(scene, "A conflict, explained", nil, dark)
local function tell(at, from, to, text, color, size)
  scene:text { text, at = at, from = from, to = to, fade = 0.3, size = size or 0.042, color = color or dark }
end
tell("bottom", -1, 3, "Two bars of 1 m, two pegs 2.6 m apart, one joint")
tell("bottom", 3.2, 8.2, "Least squares: each of the three gives way by a third of the gap")
tell("bottom", 8.5, 10.8, "The right peg comes nearer, and the gap closes")
tell("bottom", 11.2, 15, "No gap is left: all three hold")
tell("top", 4.5, 10.5, function() return said end, red, 0.045)
tell("top", 13.1, 16, function() return said end, dark, 0.045)

-- Checks: the conflict is named, and no other; what is missing is shared alike; in the end there is none, and all hold.
local function expect(label, value, equals, within, at) scene:expect { label, value = value, equals = equals, within = within, at = at } end
expect("one conflict of three", function() return #sets[1] == 1 and #sets[1][1] or 0 end, 3, 0, 5)
expect("no conflict in the end", function() return #sets[2] end, 0, 0, "end")
for _, g in ipairs(gaps) do
  expect(g[1].name .. " gives way by a third", function() return g[1].deviation:length() end, 0.6 / 3, 1e-3, 8)
  expect(g[1].name .. " holds", function() return g[1].deviation:length() end, 0, 1e-3, "end")
end
film.stays_in_picture(scene, function()
  local all = {}
  for _, p in ipairs { a, b, c, d } do all[#all + 1] = p.position all[#all + 1] = 0.3 end
  return all
end)
film.never_above(scene, "bars stay in their plane", function()
  return math.max(math.abs(one.position.y), math.abs(two.position.y), math.abs((one.orientation * tw.vec3(0, 1, 0)).z),
    math.abs((two.orientation * tw.vec3(0, 1, 0)).z))
end, 1e-6)                              -- so that rods pass between the plates, and both before the pegs
return scene
