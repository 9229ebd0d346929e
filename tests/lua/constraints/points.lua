-- However points are joined, both ways to the forces move the bodies alike: solver "auto", which goes short ways where
-- it can, and "svd", which never does. What is looked at between, and going back, do not change a bit.
local tw = require "tauwerk"
local only = tonumber((...)) -- the number of a case

-- numbers that are the same for each scene of a set
local function dice(seed)
  local x = (seed * 7919 + 12345) % 2147483647
  local r = {}
  function r.unit()
    for _ = 1, 2 do x = x * 48271 % 2147483647 end
    return x / 2147483647
  end
  function r.number(a, b) return a + (b - a) * r.unit() end
  function r.integer(n) return 1 + math.floor(r.unit() * n) end
  function r.chance(p) return r.unit() < p end
  function r.one(list) return list[r.integer(#list)] end
  function r.vector(a)
    local x, y, z = r.number(-a, a), r.number(-a, a), r.number(-a, a)
    return tw.vec3(x, y, z)
  end
  return r
end

local function grow(worst, d) return d <= worst and worst or d == d and d or math.huge end

-- the largest difference of states and energies, or of places and velocities; of forces, of the largest one
local function differences(a, b, places)
  local state, force, most = places and 0 or math.abs(a:energy().total - b:energy().total), 0, 1
  for i, x in ipairs(a.bodies) do
    local y = b.bodies[i]
    local p, q = x.orientation, y.orientation
    local sign = p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z < 0 and -1 or 1
    for _, k in ipairs(places and {} or { "w", "x", "y", "z" }) do state = grow(state, math.abs(p[k] - sign * q[k])) end
    for _, k in ipairs { "position", "velocity", not places and "angular_velocity" or nil } do state = grow(state, (x[k] - y[k]):length()) end
    for _, k in ipairs { "force", "torque" } do force = grow(force, (x[k] - y[k]):length()) end
  end
  for i, c in ipairs(a.constraints) do
    if c.enabled then
      local e = b.constraints[i]
      most = math.max(most, c.force:length(), c.torque:length())
      force = grow(force, math.max((c.force - e.force):length(), (c.torque - e.torque):length()))
    end
  end
  return state, force / most
end

local function scene(solver, build, settings)
  local o = { gravity = "earth", tau = 0.2, rtol = 1e-10, atol = 1e-13, solver = solver }
  for k, v in pairs(settings) do o[k] = v end
  local s = tw.scene(o)
  build(s)
  return s
end

local count = 0
local function alike(name, build, o)
  count = count + 1
  if only and only ~= count then return end
  o = o or {}
  local time, within, settings = o.time or 0.4, o.within or 1e-8, o.settings or {}
  local svd, auto, blind = scene("svd", build, settings), scene("auto", build, settings), scene("auto", build, settings)
  local state, force = differences(svd, auto, o.places)
  local kept, hash
  for k = 1, 8 do
    for _, s in ipairs { svd, auto, blind } do s:advance(time / 8) end
    local more, f = differences(svd, auto, o.places)
    state, force = grow(state, more), grow(force, f)
    if k == 3 then kept = blind:snapshot() end
  end
  local n = auto:stats()
  print(("%d %s: %.1e, forces %.1e; %d steps, %d singular value decompositions"):format(count, name, state, force, n.steps, n.svd_calls))
  if not (state <= within) then error(("%s: states differ by %g"):format(name, state)) end
  if not (force <= math.max(100 * within, 1e-12)) then error(("%s: forces differ by %g"):format(name, force)) end
  hash = auto:hash()
  if blind:hash() ~= hash then error(name .. ": looking has changed the motion") end
  if settings.stepper == "adams" or settings.stepper == "bdf" then return end
  blind:restore(kept)
  for _ = 4, 8 do blind:advance(time / 8) end
  if blind:hash() ~= hash then error(name .. ": another motion after going back") end
end

---- single cases -------------------------------------------------------------------------------------------------------

-- a zigzag of rods from the origin, its other end held at `at`
local function chain(s, n, at)
  local rods, joints = {}, {}
  for i = 1, n do
    rods[i] = s:rod { from = { i - 1, 0.04 * i, (i - 1) % 2 * 0.4 }, to = { i, 0.04 * i + 0.04, i % 2 * 0.4 }, radius = 0.05, mass = 1 }
    joints[i] = s:connect(rods[i].end1, i == 1 and s:nail { 0, 0, 0 } or rods[i - 1].end2)
  end
  if at then joints[n + 1] = s:connect(rods[n].end2, s:nail(at)) end
  return rods, joints, rods[n].end2
end
local there = { 2.7, 0.1, 0.5 }

local function case(name, f, o)
  alike(name, function(s) f(s, chain(s, 3, not (o and o.open) and there or nil)) end, o)
end
local open = { open = true }

case("two nails", function() end)
for _, stepper in ipairs { "dopri", "rk4", "wave", "adams", "bdf", "project" } do
  -- the general way does not know how swift a motion is: wave takes ten stages then, and others by the short one
  local within = ({ adams = 1e-7, bdf = 1e-7, wave = 1e-6 })[stepper] or 1e-8
  case("two nails, " .. stepper, function() end, { time = 0.2, within = within, settings = { stepper = stepper } })
end
case("two nails, uncorrected", function() end, { settings = { projection = false } })
case("a moving place", function(s, _, _, last)
  s:connect(last, s:path(function(t) return { 2.5 + 0.2 * tw.math.sin(5 * t), t * t, 1 } end))
end, open)
case("a spline", function(s, _, _, last)
  s:connect(last, s:path(tw.spline { { 0, { 2.5, 0, 1 } }, { 0.3, { 2.4, 0.2, 1 } }, { 1, { 2, 0, 0 } }, ends = "natural" }))
end, open)
for _, freed in ipairs { false, true } do
  case(freed and "a driven body that is set free" or "a driven body", function(s, _, _, last)
    local b = s:box { size = { 0.2, 0.2, 0.2 }, motion = s:path(function(t) return { 2.5 + 0.2 * tw.math.sin(5 * t), t * t, 1 } end) }
    s:connect(b:point { 0.1, 0.1, 0.1 }, last)
    if freed then s:at(0.2, function() b.motion = nil end) end
  end, open)
end
case("a fixed body that is moved and set free", function(s, rods, _, last)
  local b = s:box { size = { 0.2, 0.2, 0.2 }, position = { 2.8, 0, 0.5 }, fixed = true }
  s:connect(last, b:point { 0.1, 0.1, 0.1 })
  s:at(0.1, function() b.position = { 2.7, 0.1, 0.5 } end)
  s:at(0.15, function() b.orientation = tw.euler(0.5, 0.3, 0) end)
  s:at(0.2, function() b.fixed = false end)
  s:at(0.3, function() rods[1].fixed = true end)
end, open)
case("fixed bodies joined to each other", function(s)
  local function box(x) return s:box { size = { 1, 1, 1 }, fixed = true, position = { x, 0, 5 } } end
  s:connect(box(0).center, box(1).center)
end)
case("a place that moves by hand", function(s, _, _, last)
  local n = s:nail { 2.7, 0, 0.5 }
  s:connect(last, n)
  s:at(0.2, function() n.position = { 2.6, 0.2, 0.6 } end)
end, open)
case("tau as a ramp", function(s) s:ramp { s, "tau", from = 0.1, to = 0.3, t0 = 0.1, t1 = 0.3 } end)
case("tau, k and d as functions", function(_, _, j)
  j[1].tau = function(t) return 0.2 + 0.3 * t end
  j[2].k = function(t) return 20 + 30 * t end
  j[3].d = function(t) return 9 + t end
end)
case("tau, k and d assigned", function(s, _, j)
  s:at(0.1, function() s.tau = 0.4 end)
  s:at(0.2, function() j[4].tau = 0.1 end)
  s:at(0.3, function() j[4].k, j[4].d = 3, 2 end)
end)
case("gravity as a function", function(s) s.gravity = function(t) return { t, 0, -9 * tw.math.cos(8 * t) } end end)
case("gravity, solver, projection assigned", function(s)
  s:at(0.1, function() s.gravity = { 1, 2, -3 } end)
  s:at(0.2, function() s.solver = s.solver == "svd" and "auto" or "svd" end)
  s:at(0.3, function() s.projection = false end)
end)
case("weight and bound assigned", function(s, _, j)
  s:at(0.1, function() j[4].weight = 5 end)
  s:at(0.2, function() j[4].max_force = 5 end)
  s:at(0.3, function() j[4].max_force = nil end)
end)
case("bodies changed", function(s, rods)
  s:at(0.1, function() rods[2].mass = 5 end)
  s:at(0.15, function() rods[3].length = 0.8 end)
  s:at(0.2, function() rods[2].velocity, rods[1].angular_velocity = { 1, 0, 0 }, { 1, 2, 3 } end)
  s:at(0.3, function() s:impulse { at = rods[1]:point { 0.1, 0, 0.2 }, value = { 0.3, -0.2, 0.5 } } end)
end)
case("drag that comes and goes", function(s)
  local drag = s:drag { linear = 3, angular = 0.1, enabled = false }
  s:at(0.1, function() drag.enabled = true end)
  s:at(0.3, function() drag:disable() end)
end, open)
case("joints and bodies come and go", function(s, rods, joints)
  s:at(0.1, function() joints[3]:disable() end)
  s:at(0.15, function() joints[3]:enable() end)
  s:at(0.2, function() joints[4]:remove() end)
  s:at(0.25, function() rods[3]:remove() end)
  s:at(0.3, function()
    local b = s:box { size = { 0.3, 0.3, 0.3 }, mass = 1, position = rods[2].end2.position }
    s:connect(b:point { 0.1, 0, 0 }, rods[2].end2)
  end)
end)
case("a hinge comes and goes", function(s, rods)
  local h
  s:at(0.1, function() h = s:hinge { a = rods[1], b = rods[2], at = rods[2].end1.position, axis = { 0, 1, 0 } } end)
  s:at(0.3, function() h:remove() end)
end, open)
for _, k in ipairs { 1e-3, 1e3 } do
  case(("a mass of %g kg"):format(k), function(s, _, _, last)
    local b = s:sphere { radius = 0.2, mass = k, position = { 3, 0, 0.4 } }
    s:connect(b:point { 0.1, 0, 0 }, last)
  end, open)
end
for _, tau in ipairs { 0.2, 0.1 } do
  case("nailed twice, tau " .. tau, function(s, rods)
    local n = s:nail(there)
    s:connect(n, rods[3].end2)
    s:connect(rods[3].end2, n, { tau = tau, weight = 2 })
  end)
end
case("two nails for one point", function(s, rods) s:connect(rods[3].end2, s:nail { 2.5, 0.2, 0.6 }, { weight = 3, tau = 0.1 }) end)
-- a thin rod resists turning about its axis 140 times less than any other way: of its angular velocity an angle's error
-- is that many times itself, and looks between steps see errors of the interpolant, too
for _, n in ipairs { 8, 9, 12 } do
  alike(n .. " points of one body", function(s)
    local hub = s:box { size = { 1, 1, 1 }, mass = 3, angular_velocity = { 1, 0.5, -1 } }
    for i = 1, n do
      local a = 2 * i
      local p = hub:point { 0.05 * i, 0.3 * tw.math.sin(a), 0.2 * tw.math.cos(a) }
      local rod = s:rod { from = p.position, to = p.position + tw.vec3(0.2, 0.5, 0.1 * i), radius = 0.02, mass = 0.5 }
      s:connect(p, rod.end1)
    end
    s:connect(hub.center, s:nail { 0, 0, 0.1 })
  end, { settings = { rtol = 1e-11 } })
end
alike("a chain folded upon itself", function(s)
  local before = s:nail { 0, 0, 0 }
  for i = 1, 3 do
    local rod = s:rod { from = { (i + 1) % 2, 0, 0 }, to = { i % 2, 0, 0 }, radius = 0.05, mass = 1 }
    s:connect(rod.end1, before)
    before = rod.end2
  end
end)
alike("far from the origin", function(s)
  local before = s:nail { 1000, 0, 0 }
  for i = 1, 3 do
    local rod = s:rod { from = { 999 + i, 0, 0.3 * i }, to = { 1000 + i, 0.1, 0.3 * i }, radius = 0.05, mass = 1 }
    s:connect(rod.end1, before)
    before = rod.end2
  end
end)
alike("a chain that is too short, drawn straight along no axis", function(s)
  local before = s:nail { 0, 0, 0 }
  for i = 1, 3 do
    local rod = s:rod { from = { i - 1, 0, 0 }, to = { i, 0, 0 }, radius = 0.05, mass = 1 }
    s:connect(rod.end1, before)
    before = rod.end2
  end
  s:connect(before, s:nail { 4, 0, 0.2 })
end, { time = 0.2, within = 1e-6 })
alike("bodies without constraints, some fixed", function(s)
  for i = 1, 7 do s:box { size = { 1, 2, 3 }, mass = i, fixed = i % 3 == 0, angular_velocity = { 1, i, 0.2 } } end
  s:torque { on = s.bodies[2], value = { 1, 2, 3 }, frame = "body" }
end)

---- long chains --------------------------------------------------------------------------------------------------------

-- n rods, each one's second end at the next one's first; made and joined in any order and either way round
local function long(name, n, ends, f, o)
  o = o or {}
  o.time = o.time or 0.2
  alike(("a chain of %d, %s"):format(n, name), function(s)
    local r, rods, order, joints = dice(n + #name), {}, {}, {}
    for i = 1, n do table.insert(order, r.integer(i), i) end
    for _, i in ipairs(order) do
      local from, to = { 0.5 * (i - 1), 0.02 * i, (i - 1) % 2 * 0.4 }, { 0.5 * i, 0.02 * i + 0.02, i % 2 * 0.4 }
      if r.chance(0.5) then from, to = to, from end
      rods[i] = s:rod { from = from, to = to, radius = 0.05, mass = r.number(0.5, 2) }
      rods[i].velocity, rods[i].angular_velocity = r.vector(0.2), r.vector(0.5)
    end
    local function near(i, x) -- its end there
      local a, b = rods[i].end1, rods[i].end2
      return math.abs(a.position.x - x) < math.abs(b.position.x - x) and a or b
    end
    for i = 0, n do
      local a = i > 0 and near(i, 0.5 * i) or ends.first and s:nail { 0, 0, 0.1 }
      local b = i < n and near(i + 1, 0.5 * i) or ends.last and s:nail { 0.5 * n - 0.3, 0, 0.1 }
      if a and b and r.chance(0.5) then a, b = b, a end
      if a and b then joints[i] = s:connect(a, b) end
    end
    if f then f(s, rods, joints, near(n, 0.5 * n)) end
  end, o)
end
local first, both = { first = true }, { first = true, last = true }

for n = 11, 17 do long("nailed", n, first) end
long("nailed at the other end", 14, { last = true })
long("nailed at both ends", 15, both)
long("nailed at both ends", 27, both, nil, { time = 0.1 })
long("in flight", 13, {})
for _, stepper in ipairs { "dopri", "rk4", "wave", "adams" } do
  long(stepper, 14, both, nil, { time = 0.1, settings = { stepper = stepper }, within = stepper == "adams" and 1e-7 or stepper == "wave" and 1e-6 })
end
long("uncorrected", 14, first, nil, { settings = { projection = false } })
long("far from the origin", 13, {}, function(s) for _, b in ipairs(s.bodies) do b.position = b.position + tw.vec3(1000, 0, 0) end end)
long("on a moving place", 19, first, function(s, _, _, last)
  s:connect(last, s:path(function(t) return { 9.2 + 0.2 * tw.math.sin(5 * t), t * t, 0.3 } end))
end)
long("on a driven body", 16, first, function(s, _, _, last)
  local b = s:box { size = { 0.2, 0.2, 0.2 }, motion = s:path(function(t) return { 7.8 + 0.2 * tw.math.sin(5 * t), t * t, 0.3 } end) }
  s:connect(last, b:point { 0.1, 0.1, 0.1 })
end)
long("with a box in it", 15, first, function(s, _, _, last)
  local b = s:box { size = { 0.2, 0.3, 0.1 }, mass = 1, position = { 7.6, 0.3, 0.4 } }
  s:connect(last, b:point { -0.1, 0, 0 })
end)
long("a load at its end", 15, first, function(s, _, _, last)
  s:connect(last, s:sphere { radius = 0.2, mass = 20, position = { 7.6, 0.3, 0.4 } }:point { -0.1, 0, 0 })
end)
long("pushed", 13, first, function(s, rods) s:force { at = rods[7].end1, value = { 0, 1, 0 } } end)
long("with a law of its own", 13, first, function(_, _, joints) joints[5].tau = 0.1 end)
long("with two joints at a point", 13, first, function(s, rods)
  s:connect(rods[7].end1, s:sphere { radius = 0.1, mass = 1, position = rods[7].end1.position }.center)
end)
long("a ring", 14, {}, function(s, rods) s:connect(rods[1].end1, rods[14].end2) end, { time = 0.1 })
long("that breaks", 18, both, function(s, _, joints)
  s:at(0.05, function() joints[9]:remove() end)
  s:at(0.1, function() joints[3]:disable() end)
  s:at(0.15, function() joints[3]:enable() end)
end)
long("masses and lengths assigned", 16, first, function(s, rods)
  s:at(0.05, function() rods[4].mass = 5 end)
  s:at(0.1, function() rods[9].length = 0.8 end)
end)
for _, own in ipairs { false, true } do -- a law of their own sends all of them the other way
  long(own and "beside others, one with a law of its own" or "beside others", 13, first, function(s)
    for c = 1, 4 do
      local last
      for i = 1, c % 2 == 0 and 2 or 14 do
        local rod = s:rod { from = { i - 1, c, i % 2 * 0.6 }, to = { i, c, (i + 1) % 2 * 0.6 }, radius = 0.05, mass = c }
        last = s:connect(rod.end1, last and last.b or s:nail { 0, c, 0.6 }, own and c == 2 and { tau = 0.1 } or nil) and { b = rod.end2 }
      end
    end
    s:sphere { radius = 0.1, mass = 1, position = { 3, 9, 0 } }
  end, { time = 0.1 })
end
-- wires, which hardly resist to turning about their axis: what they do there is rounding
alike("a chain of 13 thin rods", function(s)
  local last
  for i = 1, 13 do
    local rod = s:rod { from = { i - 1, 0.1 * i, i % 2 * 0.6 }, to = { i, 0.1 * i + 0.1, (i + 1) % 2 * 0.6 }, radius = 1e-4, mass = 1 }
    s:connect(last and last.end2 or s:nail { 0, 0.1, 0.6 }, rod.end1)
    last = rod
  end
end, { time = 8e-6, within = 1e-16, places = true, settings = { stepper = "rk4", step = 1e-6 } })
long("of disks and balls", 13, first, function(s, _, _, last)
  for i = 1, 14 do
    local o = { position = { 6.5 + 0.3 * i, 0.3, 0.4 }, mass = i % 3 == 0 and 300 or 1 }
    local b
    if i % 2 == 0 then o.radius, o.height = 0.1, 0.05 b = s:disk(o) else o.radius = 0.1 b = s:sphere(o) end
    s:connect(last, b:point { 0, 0, -0.15 })
    last = b:point { 0, 0, 0.15 }
  end
end, { time = 0.02, within = 1e-6 })
alike("a straight chain between two nails", function(s) -- upright: gravity cannot bend it
  local before = s:nail { 0, 0, 0 }
  for i = 1, 13 do
    local rod = s:rod { from = { 0, 0, i - 1 }, to = { 0, 0, i }, radius = 0.05, mass = 1 }
    s:connect(rod.end1, before)
    before = rod.end2
  end
  s:connect(before, s:nail { 0, 0, 13 })
end, { time = 0.02, within = 1e-6 })

---- many islands -------------------------------------------------------------------------------------------------------

-- n short chains, side by side, in rows alike of `run`; f(scene, chain, rods, last end) changes one
local function islands(name, n, run, f, o)
  alike(name, function(s)
    for c = 1, n do
      local r, rods, last = dice(c), {}, nil
      local long = 2 + c // run % 3
      for i = 1, long do
        rods[i] = s:rod { from = { i - 1, c, i % 2 * 0.6 }, to = { i, c, (i + 1) % 2 * 0.6 }, radius = 0.05, mass = 1 }
        rods[i].velocity = r.vector(0.3)
        last = s:connect(rods[i].end1, last and rods[i - 1].end2 or s:nail { 0, c, 0.6 })
      end
      if f then f(s, c, rods, rods[long].end2) end
    end
    for i = 1, 150 do s:sphere { radius = 0.1, mass = 1, position = { i, -5, 0 }, velocity = { 0, 0, i } } end
  end, { time = 0.1, settings = { rtol = 1e-8, stepper = o } })
end

islands("islands alike", 130, 1000)
islands("islands alike, rk4", 130, 1000, nil, "rk4")
islands("islands in rows of the same", 140, 40)
islands("islands each unlike the last", 140, 1)
islands("islands, some pushed", 130, 1000, function(s, c, rods, last)
  if c % 50 == 7 then s:force { at = last, value = { 0, 1, 0 } } end
end)
islands("islands of other masses", 130, 1000, function(_, c, rods) rods[1].mass = 1 + c % 60 // 20 end)
islands("islands on moving places, some with laws of their own", 130, 1000, function(s, c, _, last)
  if c % 60 == 8 then s:connect(last, s:path(function(t) return { 1.9 + 0.1 * t, c, 0.55 } end)) end
  if c % 60 == 9 then s:connect(last, s:nail { 1.9, c, 0.55 }, { tau = 0.1 }) end
end)
islands("islands, one of a law that varies", 130, 1000, function(s, c, _, last)
  if c == 60 then s:connect(last, s:nail { 1.9, c, 0.55 }, { tau = function(t) return 0.1 + t end }) end
end)
islands("islands, one of which changes", 130, 1000, function(s, c, rods, last)
  if c == 40 then s:at(0.05, function() s:connect(last, s:nail { 1.9, c, 0.55 }) end) end
  if c == 90 then s:at(0.07, function() rods[1].mass = 3 end) end
end)

---- any scene ----------------------------------------------------------------------------------------------------------

local function some_body(s, r, i)
  local o = { position = tw.vec3(0.6 * i, 0, 0) + r.vector(0.3), mass = r.number(0.5, 2) * (r.chance(0.15) and 20 or 1),
    velocity = r.vector(0.3), angular_velocity = r.vector(0.7) }
  local x, y, z = r.number(-2, 2), r.number(-1, 1), r.number(-2, 2)
  o.orientation = tw.euler(x, y, z)
  local what = r.integer(4)
  if what == 1 then o.length, o.radius = 0.6, 0.04 return s:rod(o) end
  if what == 2 then o.size = { 0.5, 0.3, 0.2 } return s:box(o) end
  if what == 3 then o.radius = 0.25 return s:sphere(o) end
  local a, b, c = r.number(-0.02, 0.02), r.number(-0.02, 0.02), r.number(-0.02, 0.02)
  o.inertia = { { 0.1 * o.mass, a, b }, { a, 0.12 * o.mass, c }, { b, c, 0.09 * o.mass } }
  return s:body(o)
end

local function any_scene(s, seed)
  local r = dice(seed)
  local n, bodies, points, joints = 2 + r.integer(6), {}, {}, {}
  local mixed, varies = r.chance(0.3), r.chance(0.15)
  for i = 1, n do bodies[i], points[i] = some_body(s, r, i), {} end
  local function point(i, at) -- one that there is, or near a place
    if #points[i] > 0 and r.chance(0.4) then return r.one(points[i]) end
    local p = at and bodies[i]:point_at(at + r.vector(0.05)) or bodies[i]:point(r.vector(0.3))
    points[i][#points[i] + 1] = p
    return p
  end
  local function join(p, q)
    local o = {}
    if mixed and r.chance(0.5) then o.tau = r.number(0.1, 0.5) end
    if mixed and r.chance(0.2) then o.k, o.d = r.number(10, 60), r.number(5, 15) end
    if r.chance(0.1) then o.weight = r.number(0.5, 3) end
    if varies and r.chance(0.3) then local a = r.number(0.1, 0.3) o.tau = function(t) return a + 0.2 * t end end
    joints[#joints + 1] = s:connect(p, q, o)
  end
  local joined = {} -- two bodies that are held at two places which are not equally far apart on both: nobody knows what moves
  local function join_bodies(i, k)
    if joined[i * 100 + k] then return end
    joined[i * 100 + k], joined[k * 100 + i] = true, true
    local p = point(i)
    join(p, point(k, p.position))
  end
  for i = 2, n do
    if r.chance(0.9) then join_bodies(i, r.chance(0.6) and i - 1 or r.integer(i - 1)) end
  end
  if r.chance(0.5) then join_bodies(1, n) end
  if r.chance(0.5) then -- a place where several meet, some twice
    local p, m = { point(1) }, 2 + r.integer(3)
    for i = 2, m do
      bodies[n + i] = some_body(s, r, 0)
      p[i] = bodies[n + i]:point_at(p[1].position + r.vector(0.05))
    end
    for i = 1, m do for k = i + 1, m do if r.chance(0.7) then join(p[i], p[k]) end end end
    if r.chance(0.3) then join(p[2], p[1]) end
  end
  for i = 1, n, r.integer(n + 2) do
    local what, w = r.integer(4), r.number(1, 4)
    local p = point(i)
    local at = p.position + r.vector(0.05)
    if what == 1 then join(p, s:nail(at)) end
    if what == 2 then join(s:path(function(t) return { at.x + 0.2 * tw.math.sin(w * t), at.y, at.z + 0.1 * t } end), p) end
    if what == 3 then join(s:box { size = { 0.2, 0.2, 0.2 }, fixed = true, position = at }.center, p) end
    if what == 4 then
      local path = s:path(function(t) return { at.x, at.y + 0.3 * t * t, at.z } end)
      join(p, s:box { size = { 0.2, 0.2, 0.2 }, motion = path }:point { 0.01, 0.02, 0 })
    end
    if r.chance(0.15) then join(p, s:nail(at)) end
  end
  if r.chance(0.3) then s:drag { linear = r.number(0.1, 1), angular = 0.01 } end
  if r.chance(0.3) then s:force { at = bodies[1]:point(r.vector(0.2)), value = function(t) return { 3 * tw.math.sin(4 * t), 1, 0 } end } end
  if r.chance(0.2) then s:torque { on = bodies[r.integer(n)], value = r.vector(0.3), frame = "body" } end
  if r.chance(0.3) then s:spring { a = bodies[1].center, b = s:nail(r.vector(1)), stiffness = 20, damping = 1 } end
  if r.chance(0.3) then s:spring { a = bodies[1]:point { 0.1, 0, 0 }, b = bodies[n].center, stiffness = 10, rest = 0.3 } end
  if r.chance(0.15) then
    s:distance { a = bodies[1].center, b = bodies[n].center, length = (bodies[1].position - bodies[n].position):length() }
  end
  if r.chance(0.1) then s:hinge { a = bodies[1], b = some_body(s, r, 0), at = bodies[1].position, axis = { 0, 0, 1 } } end
  if r.chance(0.3) then some_body(s, r, n + 3) end
  if r.chance(0.2) then s.gravity = function(t) return { tw.math.sin(3 * t), 0, -9.81 + t } end end
  if r.chance(0.15) then s:ramp { s, "tau", from = 0.15, to = 0.3, t0 = 0.05, t1 = 0.2 } end
  if #joints == 0 or r.chance(0.4) then return end
  local what, c, b, v = r.integer(8), r.one(joints), bodies[r.integer(n)], r.vector(0.5)
  s:at(0.1, function()
    if what == 1 then c:disable() s:at(0.2, function() c:enable() end) end
    if what == 2 then c:remove() end
    if what == 3 then b:remove() end
    if what == 4 then s:impulse { at = b:point { 0.1, 0, 0 }, value = v } end
    if what == 5 then s.tau = 0.25 end
    if what == 6 then s.gravity = v end
    if what == 7 then c.tau = 0.12 end
    if what == 8 then b.velocity = v end
  end)
end

-- where constraints draw each other into a singular pose rounding alone moves a scene by more
local undetermined = { [3] = true, [10] = true, [16] = true }
for seed = 1, 24 do
  if not undetermined[seed] then
    alike("scene " .. seed, function(s) any_scene(s, seed) end, { time = 0.25, settings = { tau = 0.05 + 0.05 * (seed % 8) } })
  end
end
