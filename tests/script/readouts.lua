local tw = require "tauwerk"

-- a ball that is pulled to a nail from rest: D(t) = D0 (1 + t/tau) exp(-t/tau)
tw.test("a constraint", function()
    local scene = tw.scene { gravity = { 0, 0, -9.81 } }
    local ball = scene:sphere { radius = 0.1, position = { 1, 0, 0 } }
    local c = scene:connect(scene:nail { 0, 0, 0 }, ball.center, { name = "pull", tau = 0.25 })
    assert(c.kind == "point_to_nail" and c.name == "pull" and c.enabled)
    assert(c.deviation == tw.vec3(1, 0, 0) and c.rate == tw.vec3(0, 0, 0) and not c.met)
    local part, sum = c.split, tw.vec3(0, 0, 0)
    for _, name in ipairs { "external", "inertial", "velocity", "deviation" } do sum = sum + part[name] end
    assert((sum - c.force):length() < 1e-9)
    assert(math.abs(c.force.z - ball.mass * 9.81) < 1e-9 and math.abs(c.force.x + ball.mass * 16) < 1e-9)
    assert(ball.force:dot { 0, 0, 1 } < 1e-9)
    scene:advance(0.5)
    assert(math.abs(c.deviation.x - 3 * math.exp(-2)) < 1e-7)
    assert(c.residual < 1e-9)
    c:disable()
    assert(c.force == tw.vec3(0, 0, 0) and not c.enabled)
    scene:advance(1)
    assert(ball.velocity.z < -9)
end)

tw.test("a scene", function()
    local scene = tw.scene { gravity = "earth" }
    local a = scene:sphere { radius = 0.1, position = { 0, 0, 2 }, velocity = { 1, 0, 0 } }
    local e = scene:energy()
    assert(math.abs(e.kinetic - a.mass / 2) < 1e-12 and math.abs(e.potential - a.mass * 9.81 * 2) < 1e-9)
    assert(e.total == e.kinetic + e.potential and a.energy.kinetic == e.kinetic)
    local all, potential, total = scene:energy()
    assert(all.kinetic == e.kinetic and potential == e.potential and total == e.total)
    assert(select("#", scene:energy()) == 3 and type(a.energy) == "table")
    assert(scene:momentum() == a.momentum and scene:momentum().x == a.mass)
    assert(math.abs(scene:angular_momentum().y - 2 * a.mass) < 1e-12)
    assert(math.abs(scene:angular_momentum { 0, 0, 2 }.y) < 1e-12)
    local before = scene:hash()
    assert(#before == 16 and before == scene:hash())
    scene:advance_to(1)
    assert(scene:hash() ~= before and scene.time == 1)
    assert(math.abs(scene:energy().total - e.total) < 1e-9)
    assert(scene:stats().steps > 0 and scene:stats().bodies == 1)
    scene:impulse { on = a, value = { a.mass, 0, 0 } }
    assert(math.abs(a.velocity.x - 2) < 1e-12)
end)

tw.test("random numbers", function()
    local a, b = tw.scene { seed = 5 }, tw.scene { seed = 5 }
    local other = tw.scene { seed = 6 }
    local x = a.random:uniform(2, 3)
    assert(x >= 2 and x < 3 and x == b.random:uniform(2, 3) and x ~= other.random:uniform(2, 3))
    assert(math.abs(a.random:direction():length() - 1) < 1e-12)
    local q = a.random:rotation()
    assert(math.abs(q.w ^ 2 + q.x ^ 2 + q.y ^ 2 + q.z ^ 2 - 1) < 1e-12)
end)

tw.test("order of keys", function()
    local t = { 10, 20, [5] = 1, [1.5] = 2, [-1] = 3, b = 4, a = 5, B = 6, [true] = 7, [false] = 8 }
    local seen = {}
    for k in pairs(t) do seen[#seen + 1] = tostring(k) end
    assert(table.concat(seen, " ") == "-1 1 1.5 2 5 B a b false true")
    local by_next, k = {}, nil
    repeat
        k = next(t, k)
        by_next[#by_next + 1] = k ~= nil and tostring(k) or nil
    until k == nil
    assert(table.concat(by_next, " ") == table.concat(seen, " "))
    for key in pairs(t) do t[key] = nil end
    assert(next(t) == nil)
    assert(not pcall(next, { 1 }, "x"))
    local proxy = setmetatable({}, { __pairs = function() return function(_, i) if i < 2 then return i + 1 end end, nil, 0 end })
    local n = 0
    for _ in pairs(proxy) do n = n + 1 end
    assert(n == 2)
end)

tw.test("texts of objects", function()
    local a, b = {}, {}
    assert(tostring(a) == tostring(a) and tostring(a) ~= tostring(b))
    assert(tostring(a):match "^table: 0x%x+$" and string.format("%s", a) == tostring(a))
    assert(string.format("%5.1f|%-3s|%%|%q|%p", 1.25, "x", "y", a):match '^  1.2|x  |%%|"y"|0x%x+$')
    assert(("%d"):format(3) == "3")
end)
