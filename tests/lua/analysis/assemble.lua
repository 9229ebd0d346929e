-- scene:assemble: random starts of mechanisms and of a chain between two towers, impossible models,
-- the same pose as the animated assembly, velocities. Argument: number of starts (60; 200 by hand).
local tw = require "tauwerk"
local starts = tonumber(arg and arg[1]) or 60

local function check(condition, ...)
  if not condition then error(string.format(...), 2) end
end

local function free(scene)
  local list = {}
  for _, b in ipairs(scene.bodies) do
    if not b.fixed then list[#list + 1] = b end
  end
  return list
end

local function poses(bodies)
  local list = {}
  for i, b in ipairs(bodies) do list[i] = { b.position, b.orientation } end
  return list
end

local function put(bodies, list)
  for i, b in ipairs(bodies) do
    b.position, b.orientation = list[i][1], list[i][2]
    b.velocity, b.angular_velocity = { 0, 0, 0 }, { 0, 0, 0 }
  end
end

-- the largest difference of two lists of poses: metres, or twice the sine of half an angle
local function apart(a, b)
  local most = 0
  for i in ipairs(a) do
    local turn = a[i][2]:inverse() * b[i][2]
    local v = tw.vec3(turn.x, turn.y, turn.z)
    most = math.max(most, (a[i][1] - b[i][1]):length(), 2 * v:length())
  end
  return most
end

local function scatter(scene, bodies, box)
  local r = scene.random
  for _, b in ipairs(bodies) do
    b.position = { r:uniform(-box, box), r:uniform(-box, box), r:uniform(-box, box) }
    b.orientation = r:rotation()
  end
end

local function largest(scene)
  local most = 0
  for _, c in ipairs(scene.constraints) do
    local d = c.deviation
    local list = type(d) == "number" and { d } or #d > 0 and d or { d.x, d.y, d.z }
    local sum = 0
    for _, x in ipairs(list) do sum = sum + x * x end
    most = math.max(most, math.sqrt(sum))
  end
  return most
end

-- ---- mechanisms ------------------------------------------------------------------------------

local mechanisms = {}

function mechanisms.four_bar(scene)
  local a = scene:rod { length = 1, radius = 0.05 }
  local b = scene:rod { length = 2, radius = 0.05 }
  local c = scene:rod { length = 1.5, radius = 0.05 }
  scene:connect(a.end1, scene:nail { 0, 0, 0 })
  scene:connect(a.end2, b.end1)
  scene:connect(b.end2, c.end1)
  scene:connect(c.end2, scene:nail { 2, 0, 0 })
  for _, x in ipairs { a, b, c } do
    scene:orient { body = x, axis = { 0, 1, 0 }, to = { 0, 1, 0 } }
  end
  return 2
end

-- six bars and seven hinges in a plane: 35 rows for 30 unknowns, one freedom
function mechanisms.watt(scene)
  local at = { A = { 0, 0, 0 }, B = { 0, 0, 1 }, C = { 2, 0, 1.5 }, D = { 2, 0, 0 },
               E = { 3, 0, 2.2 }, G = { 4, 0, 0 } }
  local function bar(p, q) return scene:rod { from = at[p], to = at[q], radius = 0.05 } end
  local function hinge(a, b, p)
    scene:hinge { a = a, b = b, at = at[p], axis = { 0, 1, 0 } }
  end
  local crank, coupler, rocker = bar("A", "B"), bar("B", "C"), bar("D", "C")
  local link, out = bar("C", "E"), bar("G", "E")
  hinge(crank, nil, "A")
  hinge(coupler, crank, "B")
  hinge(rocker, coupler, "C")
  hinge(rocker, nil, "D")
  hinge(link, rocker, "C")
  hinge(out, link, "E")
  hinge(out, nil, "G")
  return 3
end

-- Bricard's ring of six bodies: 30 rows of rank 29 for 36 unknowns
function mechanisms.bricard(scene)
  local P = {}
  for i, p in ipairs { { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 }, { 0, 1, 1 }, { 0, 0, 1 }, { 1, 0, 1 } } do
    P[i] = tw.vec3(p[1], p[2], p[3])
  end
  local bodies = {}
  for i = 1, 6 do
    bodies[i] = scene:box { size = { 0.8, 0.1, 0.1 }, position = (P[i] + P[i % 6 + 1]) * 0.5 }
  end
  for i = 1, 6 do
    local before, after = P[(i + 4) % 6 + 1], P[i % 6 + 1]
    scene:hinge { a = bodies[i], b = bodies[(i + 4) % 6 + 1], at = P[i],
                  axis = (P[i] - before):cross(after - P[i]):normalized() }
  end
  return 2
end

-- six bodies between two hinges of the world, seven axes anyhow: one freedom
function mechanisms.seven_hinges(scene)
  local r, P, bodies = scene.random, {}, {}
  for i = 1, 7 do
    local turn = i / 7 * 2 * math.pi
    P[i] = tw.vec3(2 * tw.math.cos(turn), 2 * tw.math.sin(turn), r:uniform(-0.3, 0.3))
  end
  for i = 1, 6 do bodies[i] = scene:rod { from = P[i], to = P[i + 1], radius = 0.05 } end
  for i = 1, 7 do
    local a, b = bodies[i], bodies[i - 1]
    if not a then a, b = b, nil end
    scene:hinge { a = a, b = b, at = P[i], axis = r:direction() }
  end
  return 3
end

local function chain(scene, links, span)
  local before = scene:nail { -span / 2, 0, 0 }
  for _ = 1, links do
    local rod = scene:rod { length = 1, radius = 0.05 }
    scene:connect(rod.end1, before)
    before = rod.end2
  end
  scene:connect(before, scene:nail { span / 2, 0, 0 })
end

function mechanisms.towers(scene)
  chain(scene, 30, 20)
  return 10
end

for _, name in ipairs { "four_bar", "watt", "bricard", "seven_hinges", "towers" } do
  local scene = tw.scene { name = name, seed = 7 }
  local box = mechanisms[name](scene)
  local bodies, began = free(scene), os.clock()
  local n = name == "towers" and not (arg and arg[1]) and starts // 3 or starts
  local good, again, minima, silent = 0, 0, 0, 0
  for _ = 1, n do
    scatter(scene, bodies, box)
    local report = scene:assemble { compare = false }
    if report.assembled then
      check(largest(scene) <= 1e-10, "%s: %g left", name, largest(scene))
      good = good + 1
      again = again + (report.restarts > 0 and 1 or 0)
    elseif report.minimum then
      check(report.message:find "^a local minimum: ", "%s: %s", name, report.message)
      minima = minima + 1
    else
      silent = silent + 1
    end
  end
  print(string.format("%-13s %5.1f %% of %d starts assembled (%.1f %% from shaken poses), " ..
                      "%d minima, %.2f ms each", name, 100 * good / n, n, 100 * again / n, minima,
                      (os.clock() - began) / n * 1e3))
  check(good >= 0.99 * n and silent == 0, "%s: %d of %d", name, good, n)
end

-- ---- what cannot be: explained ------------------------------------------------------------------

-- chains that are too short: straight under one tension, the lack shared evenly by the joints
for _, case in ipairs { { links = 3, span = 4 }, { links = 6, span = 6.5 }, { links = 1, span = 3 } } do
  local scene = tw.scene { name = "short", seed = 3 }
  chain(scene, case.links, case.span)
  local bodies = free(scene)
  scatter(scene, bodies, 3)
  local report = scene:assemble {}
  check(not report.assembled and report.minimum and report.gradient < 1e-9, "%s", report.message)
  local lack = (case.span - case.links) / (case.links + 1)
  check(math.abs(report.deviation - lack) < 1e-8, "%g, not %g", report.deviation, lack)
  check(#report.holding == 1 and #report.holding[1] == case.links + 1, "%s", report.message)
  check(report.message:find("a local minimum: these constraints hold against each other here: ",
                            1, true) and report.message:find("assemble.lua:", 1, true),
        "%s", report.message)
  for k, b in ipairs(bodies) do
    local at = -case.span / 2 + k * lack + k - 0.5
    check((b.position - tw.vec3(at, 0, 0)):length() < 1e-7, "link %d is at %s", k,
          tostring(b.position))
  end
end

-- the minimum is where the animated assembly comes to rest
for seed = 1, 3 do
  local scene = tw.scene { name = "box", seed = seed, rtol = 1e-9, atol = 1e-12, tau = 0.2 }
  local box = scene:box { size = { 1, 0.6, 0.4 } }
  for i, at in ipairs { { 0, 0, 0 }, { 1.3, 0, 0.1 }, { 0, 0.9, 0 }, { 0.2, 0, 0.3 } } do
    scene:connect(box:corner(i == 4 and 5 or i), scene:nail(at))
  end
  local r = scene.random
  box.position = { 0.5, 0.3, 0.4 }
  box.orientation = tw.axis_angle(r:direction(), 0.5)
  local start = poses { box }
  local report = scene:assemble {}
  check(not report.assembled and report.minimum, "%s", report.message)
  local rest = poses { box }
  put({ box }, start)
  scene:drag { rate = 1 }
  scene:advance(30)
  check(apart(rest, poses { box }) < 1e-6, "the box rests %g away", apart(rest, poses { box }))
end

-- collinear and pushed together: a saddle by symmetry, left the same way each time
do
  local function saddle()
    local scene = tw.scene { name = "saddle" }
    local a = scene:rod { length = 1, radius = 0.05, position = { 0.25, 0, 0 },
                          orientation = tw.rotation({ 0, 0, 1 }, { 1, 0, 0 }) }
    local b = scene:rod { length = 1, radius = 0.05, position = { 0.75, 0, 0 },
                          orientation = tw.rotation({ 0, 0, 1 }, { 1, 0, 0 }) }
    scene:connect(a.end1, scene:nail { 0, 0, 0 })
    scene:connect(a.end2, b.end1)
    scene:connect(b.end2, scene:nail { 1, 0, 0 })
    local report = scene:assemble {}
    check(report.assembled, "%s", report.message)
    check(math.abs(a.end2.position:length() - 1) < 1e-9, "rod a is stretched")
    return scene:hash()
  end
  check(saddle() == saddle(), "the same start went another way")
end

-- the wrong way round between two nails that are too far apart: a saddle, where nothing pulls
do
  local scene = tw.scene { name = "wrong way" }
  local rod = scene:rod { from = { 0.5, 0, 0 }, to = { -0.5, 0, 0 }, radius = 0.05 }
  scene:connect(rod.end1, scene:nail { -1.5, 0, 0 })
  scene:connect(rod.end2, scene:nail { 1.5, 0, 0 })
  local report = scene:assemble { restarts = 0 }
  check(report.minimum and report.escapes > 0 and math.abs(report.deviation - 1) < 1e-9,
        "%s: %g", report.message, report.deviation)
end

-- ---- the same pose as the animated assembly ----------------------------------------------------

local function held_chain(scene) -- no freedom is left
  local bodies = {}
  for i = 1, 6 do
    bodies[i] = scene:box { size = { 1, 0.3, 0.2 }, position = { i, 0, 0 } }
  end
  for i = 1, 5 do
    scene:hinge { a = bodies[i + 1], b = bodies[i], at = { i + 0.5, 0, 0 }, axis = { 0, 0, 1 } }
  end
  scene:orient { body = bodies[1], axis = { 0, 0, 1 }, to = { 0, 0, 1 } }
  scene:connect(bodies[1].center, scene:nail { 1, 0, 0 })
  for i = 1, 6 do
    scene:orient { body = bodies[i], axis = { 1, 0, 0 },
                   to = { math.cos(0.2 * i), math.sin(0.2 * i), 0 } }
  end
end

local function held_four_bar(scene) -- crank held at 0.4 rad; two poses, and two with the crank back
  mechanisms.four_bar(scene)
  scene:on_plane { point = scene.bodies[1].end2, through = { 0, 0, 0 },
                   normal = { -math.cos(0.4), 0, math.sin(0.4) } }
  check(scene:assemble {}.assembled, "held_four_bar")
end

for name, build in tw.sorted { held_chain = held_chain, held_four_bar = held_four_bar } do
  local scene = tw.scene { name = name, seed = 5, tau = 0.2, rtol = 1e-9, atol = 1e-12 }
  build(scene)
  local bodies, r = free(scene), scene.random
  local there = poses(bodies)
  for _ = 1, 5 do
    for i, b in ipairs(bodies) do
      b.position = there[i][1] + r:direction() * r:uniform(0, 0.7)
      b.orientation = tw.axis_angle(r:direction(), r:uniform(0, 0.7)) * there[i][2]
      b.velocity, b.angular_velocity = { 0, 0, 0 }, { 0, 0, 0 }
    end
    local start = poses(bodies)
    local report = scene:assemble {}
    check(report.assembled and report.branch == "same", "%s: %s", name, report.message)
    local static = poses(bodies)
    put(bodies, start)
    scene:advance(30 * 0.2)
    check(apart(static, poses(bodies)) < 1e-6, "%s: %g from the animated assembly", name,
          apart(static, poses(bodies)))
  end
end

-- from anywhere: another branch is told, and only then the animated assembly ends elsewhere
do
  local scene = tw.scene { name = "branches", seed = 7, tau = 0.2, rtol = 1e-9, atol = 1e-12 }
  held_four_bar(scene)
  local bodies, told = free(scene), { same = 0, other = 0 }
  for _ = 1, 30 do
    scatter(scene, bodies, 2)
    put(bodies, poses(bodies))
    local start = poses(bodies)
    local report = scene:assemble {}
    check(report.assembled and told[report.branch], "branches: %s", report.message)
    told[report.branch] = told[report.branch] + 1
    local static = poses(bodies)
    put(bodies, start)
    scene:advance(30 * 0.2)
    local far = apart(static, poses(bodies))
    if report.branch == "same" then
      check(far < 1e-6, "the same branch, %g away", far)
    else
      check(far > 0.1 and #report.elsewhere > 0 and
            report.message:find("; on another branch than the animated assembly, which puts " ..
                                "elsewhere: body 'rod", 1, true), "%g: %s", far, report.message)
    end
  end
  print(string.format("four bars, crank held: same branch as the animated assembly %d, other %d",
                      told.same, told.other))
  check(told.same > told.other and told.other > 0, "%d, %d", told.same, told.other)
end

-- with freedoms: the poses differ, the branch is the same when one can slide into the other
do
  local scene = tw.scene { name = "slides", seed = 11 }
  local box = mechanisms.four_bar(scene)
  local bodies, told = free(scene), {}
  for _ = 1, 20 do
    scatter(scene, bodies, box)
    local report = scene:assemble {}
    told[report.branch] = (told[report.branch] or 0) + 1
  end
  for name, n in tw.sorted(told) do print("four bars: branch " .. name .. " " .. n) end
  check((told.same or 0) >= 8 and not told["not compared"], "%d of 20", told.same or 0)
end

-- with freedoms: the way is that of bodies pulled together in syrup
do
  local scene = tw.scene { name = "syrup", seed = 9, tau = 0.5, rtol = 1e-7, stepper = "bdf" }
  local drag = scene:drag { rate = 3000 }
  mechanisms.bricard(scene)
  local bodies, r = free(scene), scene.random
  for _, b in ipairs(bodies) do
    b.position = b.position + r:direction() * 0.3
    b.orientation = tw.axis_angle(r:direction(), 0.5) * b.orientation
  end
  local start = poses(bodies)
  check(scene:assemble {}.assembled, "syrup")
  local static = poses(bodies)
  put(bodies, start)
  scene:advance(20 * 0.5)
  check(apart(static, poses(bodies)) < 1e-3, "syrup: %g away", apart(static, poses(bodies)))
  drag:remove()
end

-- ---- velocities: D' = 0 with the least change ---------------------------------------------------

do
  local scene = tw.scene { name = "velocities", gravity = "earth" }
  local rod = scene:rod { length = 2, radius = 0.05, position = { 0.3, 0.1, -0.8 } }
  local bar = scene:rod { length = 1, radius = 0.05, position = { 0.4, 0, -2.5 } }
  scene:connect(rod.end2, scene:path(function(t) return { 0.5 * t, 0, 0 } end))
  scene:connect(rod.end1, bar.end2)
  rod.velocity, rod.angular_velocity = { 1, 2, 3 }, { 0.3, -2, 1 }
  bar.velocity, bar.angular_velocity = { -1, 0, 2 }, { 1, 1, 0 }
  local report = scene:assemble { tolerance = 1e-12 }
  check(report.assembled and report.deviation <= 1e-12 and report.rate < 1e-12, "%s, rate %g",
        report.message, report.rate)
  for _, c in ipairs(scene.constraints) do
    check(c.rate:length() < 1e-12, "a rate of %g is left", c.rate:length())
  end
  local before = { rod.velocity, rod.angular_velocity, bar.velocity, bar.angular_velocity }
  report = scene:assemble {}
  check(report.velocity_change < 1e-12 and report.movement == 0, "nothing was left to do")
  check((rod.velocity - before[1]):length() + (bar.angular_velocity - before[4]):length() < 1e-12,
        "a second assembly changes velocities")
end

-- a free particle's share: a point of a body that is nailed keeps what the nail allows
do
  local scene = tw.scene { name = "nailed" }
  local ball = scene:sphere { radius = 0.1, position = { 0, 0, 0 } }
  scene:connect(ball.center, scene:nail { 0, 0, 0 })
  ball.velocity, ball.angular_velocity = { 1, 2, 3 }, { 4, 5, 6 }
  scene:assemble {}
  check(ball.velocity:length() < 1e-14, "the nail does not hold")
  check((ball.angular_velocity - tw.vec3(4, 5, 6)):length() < 1e-13, "a spin that may stay is lost")
end

-- nothing to do, disabled constraints, the fields of the report
do
  local scene = tw.scene { name = "report" }
  local ball = scene:sphere { radius = 0.1, position = { 1, 0, 0 } }
  check(scene:assemble().assembled, "no constraints")
  local nail = scene:connect(ball.center, scene:nail { 0, 0, 0 })
  local other = scene:connect(ball.center, scene:nail { 0, 3, 0 })
  other:disable()
  local report = scene:assemble { tolerance = 1e-9 }
  check(report.assembled and ball.position:length() < 1e-9 and #report.constraints == 1 and
        report.constraints[1].name == nail.name and report.constraints[1].met, "disabled")
  check(math.abs(report.movement - math.sqrt(ball.mass)) < 1e-4, "movement %g", report.movement)
  other:enable()
  report = scene:assemble { restarts = 0 }
  check(not report.assembled and report.minimum and math.abs(report.deviation - 1.5) < 1e-12 and
        report.restarts == 0, "%s", report.message)
  check(#report.holding[1] == 2 and math.abs(ball.position.y - 1.5) < 1e-12, "in the middle")
end

do -- a rod that is too short between two nails in its line: turning about itself leads nowhere, though it seems to
  local scene = tw.scene {}
  local rod = scene:rod { length = 1, radius = 0.05, position = { 0, 0, 0.5 }, orientation = tw.axis_angle({ 0, 1, 0 }, tw.deg(90)) }
  scene:connect(rod.end1, scene:nail { -1, 0, 1 })
  scene:connect(rod.end2, scene:nail { 0.9, 0, 1 })
  local report = scene:assemble()
  check(report.minimum and math.abs(report.deviation - 0.45) < 1e-9, "%s", report.message)
  check(report.iterations < 500, "%d iterations", report.iterations)
end

do -- the report says what scene:diagnose() says of the assembled scene
  local scene = tw.scene { name = "explained" }
  local rod = scene:rod { length = 1, radius = 0.05, position = { 0, 0, 2 } }
  scene:connect(rod.end1, scene:nail { 0, 0, 0 }, { name = "left" })
  scene:connect(rod.end1, scene:nail { 0, 0, 0 }, { name = "same" })
  local report = scene:assemble()
  check(report.assembled and report.rows == 6 and report.rank == 3 and report.freedoms == 3 and
        #report.redundant == 2 and #report.conflicts == 0 and report.complete, "redundant")
  scene:connect(rod.end2, scene:nail { 2, 0, 0 }, { name = "right" })
  report = scene:assemble()
  local diagnosis = scene:diagnose()
  check(not report.assembled and #report.conflicts == 2 and #diagnosis.conflicts == 2, "two sets")
  for i, set in ipairs(report.conflicts) do
    check(#set == 2 and set.message == diagnosis.conflicts[i].message, "%s", set.message)
  end
  check(report.rank == diagnosis.rank and report.freedoms == diagnosis.freedoms and
        #report.redundant == #diagnosis.redundant, "the same ranks")
  report = scene:assemble { diagnose = false }
  check(report.rank == nil and report.conflicts == nil, "not asked for")
end
