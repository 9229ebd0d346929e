-- splines: through quaternions, in groups, and as parts of functions of t
local tw = require "tauwerk"

local function near(got, wanted, within, what)
    if not (math.abs(got - wanted) <= within) then error(("%s: got %.15g, expected %.15g"):format(what, got, wanted), 2) end
end
local function far(a, b) return (a - b):length() end
local function angle(p, q) local d = p:inverse() * q return 2 * math.atan(tw.vec3(d.x, d.y, d.z):length(), math.abs(d.w)) end
local function fails(f, text)
    local ok, why = pcall(f)
    assert(not ok and why:find(text, 1, true), ok and "no error" or why)
end

local function opposite(q) return tw.quat(-q.w, -q.x, -q.y, -q.z) end

tw.test("quaternions: through the knots, the shorter way, whatever their sign and length", function()
    local q = { tw.euler(0.3, 0, 1), tw.euler(-0.5, 1, 2), tw.euler(0, 2, 1), tw.euler(1, 1, 1) }
    local plain = tw.spline { { 0, q[1] }, { 1, q[2] }, { 2.5, q[3] }, { 3, q[4] }, ends = "rest" }
    local signs = tw.spline { { 0, q[1] }, { 1, opposite(q[2]) }, { 2.5, opposite(q[3]) }, { 3, tw.quat(3 * q[4].w, 3 * q[4].x, 3 * q[4].y, 3 * q[4].z) }, ends = "rest" }
    for i, t in ipairs { 0, 1, 2.5, 3 } do near(angle(plain(t), q[i]), 0, 1e-15, "knot") end
    for t = -0.5, 3.5, 0.17 do
        near(angle(plain(t), signs(t)), 0, 1e-14, "signs")
        near(plain(t):dot(plain(t)), 1, 1e-15, "length")
    end
    -- two knots: a turn about one axis, half of it at half the time, never more than between them
    local two = tw.spline { { 0, tw.quat(1, 0, 0, 0) }, { 2, opposite(tw.axis_angle({ 1, 2, 2 }, 2)) } }
    near(angle(two(1), tw.axis_angle({ 1, 2, 2 }, 1)), 0, 1e-15, "half")
    local before = -1e-15
    for t = 0, 2, 0.125 do
        local turned = angle(two(t), tw.quat(1, 0, 0, 0))
        assert(turned > before and turned <= 2 + 1e-15)
        near(angle(two(t), tw.axis_angle({ 1, 2, 2 }, turned)), 0, 1e-15, "axis")
        before = turned
    end
end)

tw.test("an orientation follows a spline of quaternions, in a group too", function()
    local goal = tw.spline { { 0, tw.euler(0.3, 0, 1) }, { 1, tw.euler(-0.5, 1, 2) }, { 2, tw.euler(0, 2, 1) }, ends = "rest" }
    local frame = tw.euler(1, 0.5, -2)
    local s = tw.scene { duration = 3 }
    local g = s:group { orientation = frame, position = { 1, 2, 3 } }
    local free, held = s:box { size = { 1, 1, 1 }, orientation = goal(0) }, g:box { size = { 1, 1, 1 }, orientation = goal(0) }
    s:orientation { body = free, to = goal, tau = 0.1 }
    g:orientation { body = held, to = goal, tau = 0.1 }
    local flag = g:prop { kind = "box", size = { 1, 1, 1 }, orientation = goal }
    for t = 0.25, 2.5, 0.25 do
        s:advance_to(t)
        near(angle(free.orientation, goal(t)), 0, 1e-9, "free")
        near(angle(held.orientation, frame * goal(t)), 0, 1e-9, "in a group")
    end
    assert(flag:exists())
end)

tw.test("a spline in a function of t is that spline, with its derivatives", function()
    local ways = {
        tw.spline { { -1, { 0, 1, 2 } }, { 0.3, { 1, 1, 0 } }, { 1, { 2, 0, 1 } }, { 1.7, { 0, 0, 1 } }, ends = "rest" },
        tw.spline { { 0.2, { 0, 1, 2 } }, { 1.1, { 1, 1, 0 } } },
    }
    local height = tw.spline { { 0, 1 }, { 0.5, 3 }, { 2, 0 } }
    local turn = tw.spline { { 0, tw.euler(0, 0, 0) }, { 1, tw.euler(1, 2, 0) }, { 2, tw.euler(0, 1, 1) } }
    local arm = tw.vec3(1, 2, 3)
    for _, way in ipairs(ways) do
        local s = tw.scene { duration = 3 }
        local plain = s:path(way)
        local moved = s:path(function(t) return way(t) + tw.vec3(0, 0, 5) end)
        local twice = s:path(function(t) return way(0.5 * t) end)
        local turned = s:path(function(t) return way(t) + turn(t) * arm + { 0, 0, height(t) } end)
        local times = { 0.2, 0.3, 1, 1.1, 1.7 } -- knots, where derivatives are those from there on
        for t = 0.05, 2.6, 0.1 do times[#times + 1] = t end
        table.sort(times)
        for _, t in ipairs(times) do
            s:advance_to(t)
            near(far(moved.position, plain.position + tw.vec3(0, 0, 5)), 0, 2e-15, "position")
            near(far(moved.velocity, plain.velocity), 0, 2e-14, "velocity")
            near(far(moved.acceleration, plain.acceleration), 0, 2e-13, "acceleration")
            near(far(twice.position, way(0.5 * t)), 0, 2e-15, "of t/2")
            near(far(turned.position, way(t) + turn(t) * arm + tw.vec3(0, 0, height(t))), 0, 1e-14, "turned")
        end
    end
end)

tw.test("a spline of a state: a constraint may hold a point on a profile", function()
    local profile = tw.spline { { -2, 0 }, { 0, 1 }, { 1, -0.5 }, { 3, 0.5 }, ends = "rest" }
    local s = tw.scene { gravity = "earth" }
    local ball = s:sphere { radius = 0.1, position = { -0.7, 0, 2 }, velocity = { 1, 0, 0 } }
    local rail = s:constraint { points = { ball.center }, tau = 0.05, deviation = function(x) return x[1].z - profile(x[1].x), x[1].y end }
    s:advance_to(1)
    for _ = 1, 10 do
        s:advance(0.1)
        near(ball.position.z, profile(ball.position.x), 1e-6, "profile")
    end
    assert(rail.met)
end)

tw.test("errors", function()
    local s = tw.scene {}
    local box = s:box { size = { 1, 1, 1 } }
    fails(function() tw.spline { { 0, { 1, 0 } }, { 1, { 0, 1 } } } end,
        "tw.spline: knot 1: expected a number, a vector {x, y, z} or a quaternion as its value, got a table of 2 numbers")
    fails(function() tw.spline { { 0, tw.quat(1, 0, 0, 0) }, { 1, { 0, 0, 0, 0 } } } end, "knot 2: expected a quaternion that is not 0")
    for _, w in ipairs { 1e-300, 1e-200, 1e200 } do
        near(tw.spline { { 0, tw.quat(w, 0, 0, 0) }, { 1, { 0, 0, 0, w } } }(0).w, 1, 0, "length")
        near(tw.quat(3 * w, 0, 4 * w, 0):normalized().y, 0.8, 1e-15, "normalized")
        near((tw.quat(0, 0, 2 * w, 0) * tw.quat(0, 0, 2 * w, 0):inverse()).w, 1, 1e-15, "inverse")
    end
    fails(function() return tw.quat(1 / 0, 0, 0, 0):normalized() end, "expected a finite quaternion that is not 0")
    fails(function() tw.spline { { 0, tw.quat(1, 0, 0, 0) }, { 1, { 0, 0, 0 } } } end, "knot 2: expected a quaternion, as before")
    fails(function() tw.spline { { 0, 1 }, { 1, 2 } } "x" end, "spline(t): expected a number, got 'x'")
    fails(function() s:orientation { body = box, to = tw.spline { { 0, 1 }, { 1, 2 } } } end, "field 'to': expected a spline of quaternions, got one of numbers")
    fails(function() s:path(tw.spline { { 0, tw.quat(1, 0, 0, 0) }, { 1, tw.quat(0, 1, 0, 0) } }) end, "expected a spline of vectors, got one of quaternions")
    local knots = {}
    for i = 1, 400 do knots[i] = { i, { i, 0, 0 } } end
    local long = tw.spline(knots)
    fails(function() s:path(function(t) return long(t) end) end, "function of t is too long")
end)
