-- What is read and heard of contacts while scenes change: in flight, removed, restored, let through; events that change
-- velocities, filters and bodies; what wakes.
local tw = require "tauwerk"
local g = 9.81
local sin, cos, sqrt = math.sin, math.cos, math.sqrt
local V = tw.vec3
local cases = dofile "tests/lua/_cases.lua"
local case, force = cases.new(...), cases.force

case("contacts go with what flies or is removed", function(S, near, check)
  local s = S()
  s:ground { restitution = 0 }
  local a = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0.1 }, collide = true }
  local b = s:sphere { radius = 0.1, mass = 1, position = { 1, 0, 0.6 }, collide = true }
  check(#s.contacts == 1, "one")
  s:advance_to(0.2)
  check(#s.contacts == 1, "one still")
  a:remove()
  check(#s.contacts == 0, "none after removal: " .. #s.contacts)
  s:advance_to(0.25)
  check(#s.contacts == 0, "none in flight")
  s:advance_to(0.6)
  check(#s.contacts == 1 and s.contacts[1].a == b, "b landed")
  near("force", force(b, s).z, g, 1e-6)
end)

case("a removed body is back with its contacts", function(S, near, check)
  local s = S()
  s:ground {}
  local a = s:box { size = { 0.2, 0.2, 0.2 }, mass = 2, position = { 0, 0, 0.1 }, collide = true }
  s:advance_to(0.1)
  local n, f = #s.contacts, force(a, s)
  local snap = s:snapshot()
  a:remove()
  check(#s.contacts == 0, "removed")
  s:restore(snap)
  check(a:exists(), "exists again")
  check(#s.contacts == n, "contacts back " .. #s.contacts .. " of " .. n)
  near("force", (force(a, s) - f):length(), 0, 1e-12, 1e-12)
  near("weight", force(a, s).z, 2 * g, 1e-6)
end)

case("let into a shelf, then solid again", function(S, near, check)
  local s = S()
  s:ground {}
  local shelf = s:box { size = { 1, 1, 0.2 }, position = { 0, 0, 1 }, fixed = true, collide = true }
  local b = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 1.2 }, collide = true }
  s:advance_to(0.1)
  check(#s.contacts == 1, "on shelf")
  b.collide = false
  check(#s.contacts == 0, "nothing")
  local t = sqrt(2 * 0.1 / g)
  s:advance_to(0.1 + t)
  near("inside", b.position.z, 1.1, 2e-2)
  b.collide = true
  s:advance_to(2)
  local z = b.position.z
  check(math.abs(z - 1.2) < 1e-3 or math.abs(z - 0.1) < 1e-3, "ends on shelf or ground: " .. z)
  near("at rest", b.velocity:length(), 0, 1e-4, 1e-3) -- it comes out as constraints are met
end)

case("in the order in which the bodies were made", function(S, near, check)
  local s = S()
  s:ground {}
  local bs = {}
  for i = 1, 5 do bs[i] = s:sphere { radius = 0.1, mass = i, position = { 0.5 * (6 - i), 0, 0.1 }, collide = true } end
  s:advance_to(0.05)
  local c = s.contacts
  check(#c == 5, #c)
  for i, x in ipairs(c) do
    check(x.a == bs[i], "order")
    near("share", force(x.a, s).z, x.a.mass * g, 1e-6)
    near("px", x.point.x, x.a.position.x, 1e-9, 1e-9)
  end
end)

case("the event sets the velocity", function(S, near, check)
  local s = S()
  s:ground { restitution = 0.3 }
  local b = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0.6 }, collide = true }
  local n = 0
  s:on_contact(b, "ground", function(sc, t, c) n = n + 1; b.velocity = { 0, 0, 2 } end)
  local t1 = sqrt(2 * 0.5 / g)
  s:advance_to(t1 + 2 / g)
  near("apex", b.position.z, 0.1 + 4 / (2 * g), 2e-2)
  s:advance_to(t1 + 5 * 4 / g + 0.01)
  check(n == 6, "hits: " .. n)
end)

case("the event lets it through", function(S, near, check)
  local s = S()
  s:ground { }
  local plate = s:box { size = { 1, 1, 0.1 }, position = { 0, 0, 1 }, fixed = true, collide = true }
  local b = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 1.65 }, collide = true }
  local log = {}
  s:on_contact(b, plate, function(sc, t, c) log[#log + 1] = t; plate.collide = false end)
  local t1 = sqrt(2 * 0.5 / g)
  s:advance_to(t1 + 0.2)
  check(#log == 1, #log)
  near("time", log[1], t1, 4e-3, 1e-9)
  near("falls on from rest", b.position.z, 1.15 - 0.5 * g * 0.04, 2e-2)
  near("speed", b.velocity.z, -g * 0.2, 4e-2)
end)

case("the second event parts the pair", function(S, near, check)
  local s = S()
  local plate = s:box { size = { 1, 1, 0.1 }, position = { 0, 0, 1 }, fixed = true, collide = true, restitution = 0.5 }
  local b = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 1.65 }, collide = true }
  local n = 0
  s:on_contact(b, plate, function(sc, t, c) n = n + 1; if n == 2 then sc:collide(b, plate, false) end end)
  local v = sqrt(2 * g * 0.5)
  local t1 = v / g
  local t2 = t1 + 2 * 0.5 * v / g
  -- bounces to 0.25 v after the second (jump has happened before the event), then falls through
  s:advance_to(t2 + 0.4)
  check(n == 2, n)
  near("place", b.position.z, 1.15 + 0.25 * v * 0.4 - 0.5 * g * 0.16, 2e-2)
end)

case("told once of what slides on", function(S, near, check)
  local s = S()
  s:ground { friction = 0.1 }
  local b = s:box { size = { 0.2, 0.2, 0.2 }, mass = 1, position = { 0, 0, 0.3 }, velocity = { 2, 0, 0 }, collide = true, friction = 0.1 }
  local n = 0
  s:on_contact { a = b, b = "ground", function() n = n + 1 end }
  s:advance_to(1.5)
  check(n == 1, "told " .. n)
end)

case("a ball, another ball, a wall, and back", function(S, near, check)
  -- two pucks on smooth ground: one hits, passes the momentum, then hits a wall and comes back
  local s = S()
  s:ground { friction = 0 }
  local a = s:sphere { name = "a", radius = 0.1, mass = 1, position = { 0, 0, 0.1 }, velocity = { 1, 0, 0 }, collide = true, friction = 0,
    restitution = 1 }
  local b = s:sphere { name = "b", radius = 0.1, mass = 1, position = { 0.7, 0, 0.1 }, collide = true, friction = 0, restitution = 1 }
  local w = s:box { name = "w", size = { 0.2, 2, 2 }, position = { 1.4, 0, 1 }, fixed = true, collide = true, friction = 0,
    restitution = 1 }
  local log = {}
  s:on_contact { a = a, b = b, function(_, t) log[#log + 1] = { "ab", t } end }
  s:on_contact { a = w, function(_, t, c) log[#log + 1] = { "w" .. (c.a == b and "ok" or "?") .. (c.b == w and "ok" or "?"), t } end }
  s:advance_to(3)
  local want = { { "ab", 0.5 }, { "wokok", 1.0 }, { "ab", 1.5 } }
  check(#log == 3, "events " .. #log)
  for i, x in ipairs(want) do
    if log[i] then check(log[i][1] == x[1], log[i][1]); near("t", log[i][2], x[2], 4e-3, 1e-9) end
  end
  near("a", a.velocity.x, -1, 1e-6); near("b", b.velocity.x, 0, 1e-6)
  near("ax", a.position.x, 0.5 - 1.5, 1e-2)
end)

case("when at the first touch, pulled aside", function(S, near, check)
  local s = S { gravity = { 1, 2, -9 } }
  s:ground { height = -0.75 }
  local b = s:sphere { radius = 0.25, mass = 1, velocity = { 0, 0, 1 }, collide = true }
  local t
  s:when(function() return #s.contacts > 0 end, function(_, tt) t = t or tt end)
  s:advance_to(1)
  local want = (1 + sqrt(1 + 2 * 9 * 0.5)) / 9
  near("t", t or -1, want, 4e-3, 1e-8)
end)

case("a group's filter, the last word, who joins later", function(S, near, check)
  local s = S()
  s:ground {}
  local team = s:group { name = "team" }
  local a = team:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0.1 }, collide = true }
  local b = team:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0.5 }, collide = true }
  local c = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0.9 }, collide = true }
  s:collide(team, team, false)
  s:collide(c, team, false)
  s:collide(c, b, true)
  s:advance_to(1)
  near("a", a.position.z, 0.1, 1e-3, 1e-6)
  near("b through a", b.position.z, 0.1, 1e-3, 1e-6)
  near("c on b", c.position.z, 0.3, 1e-3, 2e-3)
  -- later made body of the group obeys too?
  local d = team:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0.8 }, collide = true }
  s:collide(c, "ground", false)
  s:collide(c, team, false)
  s:advance_to(1.8)
  near("d new in the group passes", d.position.z, 0.1, 1e-3, 1e-5)
  check(c.position.z < -1, "c fell " .. c.position.z)
end)

case("what rests wakes", function(S, near, check, st)
  local s = S()
  s:ground { friction = 0.5 }
  local t = s:box { size = { 1, 1, 0.5 }, mass = 5, position = { 0, 0, 0.25 }, collide = true }
  local b = s:box { size = { 0.2, 0.2, 0.2 }, mass = 1, position = { 0, 0, 0.6 }, collide = true }
  local c = s:box { size = { 0.2, 0.2, 0.2 }, mass = 1, position = { 3, 0, 0.1 }, collide = true, friction = 0.5 }
  s:advance_to(1)
  t:remove()
  s:advance_to(1.2)
  near("falls", b.position.z, 0.6 - g / 2 * 0.04, 1e-2, 1e-6)
  s:advance_to(3)
  near("down", b.position.z, 0.1, 1e-4, 1e-6)
  local F = s:force { at = c.center, value = { 4, 0, 0 } }
  s:advance_to(3.5)
  near("sticks", c.position.x, 3, 1e-6, 1e-8)
  F.value = { 6, 0, 0 }
  s:advance_to(4)
  near("slides", c.velocity.x, (6 - 0.5 * g) * 0.5, 1e-2, 1e-4)
  F:remove()
  s:advance_to(6)
  near("stops", c.velocity:length(), 0, 1e-6, 1e-6)
  c.friction = 0
  s.gravity = { 1, 0, -g }
  s:advance_to(6.5)
  near("slides on ice", c.velocity.x, 0.5, 1e-2, 1e-5)
  s.gravity = { 0, 0, -g }
  s:impulse { on = b, value = { 0, 0, 2 } }
  s:advance_to(6.7)
  near("jumps", b.position.z, 0.1 + 0.4 - g / 2 * 0.04, 1e-2, 1e-5)
end)

case("the ground sinks, a body is put elsewhere", function(S, near, check, st)
  local s = S()
  local gr = s:ground { friction = 0.5 }
  local b = s:box { size = { 0.2, 0.2, 0.2 }, mass = 1, position = { 0, 0, 0.1 }, collide = true }
  s:advance_to(1)
  gr.height = -1
  s:advance_to(1.2)
  near("falls", b.position.z, 0.1 - g / 2 * 0.04, 1e-2, 1e-6)
  s:advance_to(3)
  near("lies", b.position.z, -0.9, 1e-4, 1e-6)
  b.position = { 0, 0, 2 }
  s:advance_to(3.2)
  near("put elsewhere", b.position.z, 2 - g / 2 * 0.04, 1e-2, 1e-6)
end)

case("a carrier is freed", function(S, near, check)
  local s = S()
  local lift = s:box { size = { 1, 1, 0.1 }, mass = 4, position = { 0, 0, 2 }, collide = true, motion = s:path(function(t) return { 0, 0,
    2 + 0 * t } end) }
  local a = s:box { size = { 0.2, 0.2, 0.2 }, mass = 1, position = { 0, 0, 2.15 }, collide = true }
  s:advance_to(0.3)
  near("N", force(a, s).z, g, 1e-4, 1e-6)
  lift.motion = nil
  s:advance_to(0.5)
  near("lift", lift.position.z, 2 - g / 2 * 0.04, 5e-3, 1e-6)
  near("load", a.position.z, 2.15 - g / 2 * 0.04, 5e-3, 1e-6)
  near("no force", force(a, s):length(), 0, 1e-4, 1e-6)
end)

case("held, then let slide", function(S, near, check)
  local s = S()
  s:ground { friction = 0.2 }
  local a = s:box { size = { 0.2, 0.2, 0.2 }, mass = 1, position = { 0, 0, 0.1 }, velocity = { 2, 0, 0 }, collide = true, friction = 0.2 }
  s:advance_to(0.2)
  local x = a.position.x
  a.fixed = true
  s:advance_to(0.5)
  near("held", a.position.x, x, 1e-12, 1e-12)
  a.fixed = false
  a.velocity = { 1, 0, 0 }
  s:advance_to(2)
  near("then slides v^2/2 mu g", a.position.x - x, 1 / (2 * 0.2 * g), 3e-3, 1e-6)
end)

case("the root of the product, the larger of two", function(S, near, check)
  for _, c in ipairs { { 0.9, 0.1, 0.3 }, { 0, 5, 0 }, { 0.4, 0.4, 0.4 } } do
    local s = S()
    s:ground { friction = c[1] }
    local b = s:box { size = { 0.4, 0.4, 0.1 }, mass = 1, position = { 0, 0, 0.05 }, velocity = { 3, 0, 0 }, collide = true,
      friction = c[2] }
    s:advance_to(0.3)
    near("v", b.velocity.x, 3 - c[3] * g * 0.3, 1e-6)
  end
  for _, c in ipairs { { 0.2, 0.7 }, { 0.7, 0.2 }, { 0, 0.5 } } do
    local s = S { gravity = { 0, 0, 0 } }
    local a = s:sphere { radius = 0.1, mass = 1, velocity = { 1, 0, 0 }, collide = true, restitution = c[1] }
    local b = s:sphere { radius = 0.1, mass = 3, position = { 0.5, 0, 0 }, collide = true, restitution = c[2] }
    s:advance_to(1)
    near("rel", b.velocity.x - a.velocity.x, math.max(c[1], c[2]), 1e-6)
    near("b", b.velocity.x, (1 + math.max(c[1], c[2])) / 4, 1e-6)
  end
end)

case("one event cancels another", function(S, near, check)
  local s = S()
  s:ground { restitution = 0.8 }
  local b = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0.3 }, collide = true }
  local log = {}
  local h1, h2
  h1 = s:on_contact { a = b, function() log[#log + 1] = "1" h2:cancel() end }
  h2 = s:on_contact { a = b, function() log[#log + 1] = "2" end }
  local h3 = s:on_contact { a = b, times = 2, function() log[#log + 1] = "3" end }
  s:advance_to(1.5)
  check(table.concat(log):sub(1, 6) == "131311" or table.concat(log):sub(1, 5) == "13131", table.concat(log))
  check(h3.done and not h1.done, "done")
end)

case("the event nails it", function(S, near, check)
  local s = S { tau = 0.05 }
  s:ground {}
  local b = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0.6 }, collide = true }
  local c
  s:on_contact(b, "ground", function(sc) if not c then c = sc:connect(b.center, sc:nail { 0.3, 0, 0.4 }) end end)
  s:advance_to(2)
  near("met", (b.position - V(0.3, 0, 0.4)):length(), 0, 1e-6, 1e-6)
  near("force", c.force.z, g, 1e-4, 1e-5)
end)

case("the event breaks a plate", function(S, near, check)
  local s = S()
  s:ground {}
  local plate = s:box { size = { 1, 1, 0.05 }, position = { 0, 0, 0.5 }, fixed = true, collide = true }
  local b = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 1.1 }, collide = true }
  local pieces = {}
  s:on_contact(b, plate, function(sc)
    plate:remove()
    for i = 1, 4 do pieces[i] = sc:box { size = { 0.2, 0.2, 0.05 }, position = { 0.25 * (i - 2.5), 0.3, 0.5 }, collide = true } end
  end)
  s:advance_to(3)
  check(not plate:exists() and #pieces == 4, "broken")
  for i = 1, 4 do near("piece", pieces[i].position.z, 0.025, 1e-4, 1e-5) end
  near("ball", b.position.z, 0.1, 1e-4, 1e-5)
end)

case("friction that fades", function(S, near)
  local a = 0.2
  local s = S { gravity = { g * sin(a), 0, -g * cos(a) } }
  s:ground { friction = 1 }
  local b = s:box { size = { 0.3, 0.3, 0.1 }, mass = 1, position = { 0, 0, 0.05 }, collide = true, friction = 1 }
  -- coefficient sqrt(1 * f): f from 1 to 0 linearly in 1 s; slips when sqrt f = tan a
  s:ramp { b, "friction", from = 1, to = 0, t0 = 0, t1 = 1, ease = "linear" }
  local ts = 1 - math.tan(a) ^ 2
  s:advance_to(ts - 0.01)
  near("holds", b.position.x, 0, 1e-6, 1e-7)
  s:advance_to(1.2)
  -- a(t) = g sin a - sqrt(1-t) g cos a for t<1
  local v = g * sin(a) * (1 - ts) - g * cos(a) * 2 / 3 * (1 - ts) ^ 1.5 + g * sin(a) * 0.2
  near("v", b.velocity.x, v, 1e-2, 1e-4)
end)

-- messages
do
  local s = tw.scene {}
  local b = s:sphere { radius = 1 }
  local function fails(text, f)
    local ok, message = pcall(f)
    if ok or not tostring(message):find(text, 1, true) then error(("got %s, expected '%s'"):format(message, text), 2) end
  end
  fails("field 'times': expected 1 or more, got 0", function() s:on_contact { a = b, times = 0, print } end)
  fails("field 'times': expected 1 or more, got 'x'", function() s:on_contact { a = b, times = "x", print } end)
  fails("field 'times': expected 1 or more, got 0", function() s:when(function() return 1 end, print, { times = 0 }) end)
  fails("expected two bodies, got the same one twice", function() s:on_contact(b, b, print) end)
  fails("got the ground twice", function() s:on_contact("ground", "ground", print) end)
  fails("expected two bodies, got the same one twice", function() s:collide(b, b, false) end)
end

case("the first touch, by when and by on_contact, is the impact", function(S, near, check)
  for _, rests in ipairs { false, true } do
    local radius, height, e = 0.1, 0.4, 0.8
    local s = S { gravity = { 0, 0, -g } }
    s:ground {}
    if rests then s:sphere { radius = radius, position = { 5, 0, radius }, collide = true } end
    local b = s:sphere { radius = radius, position = { 0, 0, radius + height }, collide = true, restitution = e }
    local before, t0, told = #s.contacts, sqrt(2 * height / g), {}
    s:on_contact { a = b, times = 1, function(_, t) told.met = { t - t0, b.velocity.z } end }
    s:when(function() return #s.contacts > before end, function(_, t) told.when = { t - t0, b.velocity.z } end,
      { times = 1 })
    s:advance_to(t0 + 0.1)
    for how, at in pairs(told) do
      near(how, at[1], 0, 0, 1e-13)
      near(how .. ", speed", at[2], e * g * t0, 0, 1e-9)
    end
    check(told.met and told.when, "both")
  end
end, { "auto", "dopri" })
