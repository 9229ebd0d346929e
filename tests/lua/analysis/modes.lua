-- scene:equilibrium and scene:modes against closed forms and against the motion itself
local tw = require "tauwerk"

local function near(a, b, within, what)
    if not (math.abs(a - b) <= within) then error(string.format("%s: got %.15g, expected %.15g", what or "", a, b), 2) end
end

local function rod(scene, from, to)
    return scene:rod { from = from, to = to, radius = 0.02 }
end

tw.test("a pendulum, hanging and standing", function()
    for _, side in ipairs { -1, 1 } do
        local scene = tw.scene { gravity = "earth" }
        local r = rod(scene, { 0, 0, 0 }, { 0, 0, 2 * side })
        scene:hinge { a = r, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
        local modes = scene:modes()
        assert(#modes == 1)
        local moment = r.mass * (1 + (3 * 0.02 ^ 2 + 4) / 12)
        near(modes[1].stiffness, -side * 9.81 * r.mass / moment, 1e-9, "stiffness")
        near(side < 0 and modes[1].omega or modes[1].growth, math.sqrt(9.81 * r.mass / moment), 1e-9, "rate")
        near(modes[1].shape[1].rotation:length(), 1, 1e-12)
        near(modes.force, 0, 1e-9)
        local rest = scene:equilibrium()
        assert(rest.ok and rest.stable == (side < 0) and rest.iterations <= 1)
    end
end)

-- rods that may spin about themselves for nothing hold the others up no more
tw.test("a chain that is let go level hangs down", function()
    local scene, at, n, length = tw.scene { gravity = "earth" }, nil, 10, 0.3
    for i = 1, n do
        local r = rod(scene, { length * (i - 1), 0, 0 }, { length * i, 0, 0 })
        scene:connect(r.end1, at or scene:nail { 0, 0, 0 })
        at = r.end2
    end
    local rest = scene:equilibrium()
    assert(rest.ok and rest.stable and rest.iterations < 50, rest.why)
    near(at.position.z, -n * length, 1e-9, "depth")
end)

tw.test("models of any size come to rest in as few steps", function()
    for _, size in ipairs { 1e-3, 1, 1e3 } do
        local scene, at = tw.scene { gravity = "earth" }, nil
        for i = 1, 5 do
            local r = scene:rod { from = { size * (i - 1), 0, 0 }, to = { size * i, 0, 0 }, radius = 0.05 * size }
            scene:connect(r.end1, at or scene:nail { 0, 0, 0 })
            at = r.end2
        end
        local rest = scene:equilibrium()
        assert(rest.ok and rest.stable and rest.iterations < 20, rest.why)
        near(at.position.z / size, -5, 1e-10, "a chain's depth")

        scene = tw.scene { gravity = "earth" }
        local beam = scene:box { size = { 2 * size, 0.2 * size, 0.1 * size } }
        for _, x in ipairs { -1, 1 } do
            for _, y in ipairs { -0.1, 0.1 } do
                scene:spring { a = beam:point { x * size, y * size, 0 }, b = scene:nail { x * size, y * size, size },
                    rest = 0.8 * size, stiffness = beam.mass * 9.81 / (4 * 0.3 * size) }
            end
        end
        rest = scene:equilibrium()
        assert(rest.ok and rest.stable and rest.iterations < 10, rest.why)
        near(beam.position.z / size, -0.1, 1e-11, "a beam's depth")

        -- a small ball on a long spring
        scene = tw.scene { gravity = "earth" }
        local ball = scene:sphere { radius = 1e-3 * size }
        scene:spring { a = ball.center, b = scene:nail { size, 0, 0 }, rest = size, stiffness = ball.mass * 9.81 / (0.1 * size) }
        rest = scene:equilibrium()
        assert(rest.ok and rest.stable and rest.iterations < 40, rest.why)
        near(ball.position.z / size, -1.1, 1e-8, "a ball's depth")
    end
end)

tw.test("masses in a row between walls", function()
    local n, k, m, c = 5, 200, 2, 0.6
    local scene = tw.scene {}
    local before = scene:nail { 0, 0, 0 }
    for i = 1, n do
        local b = scene:sphere { radius = 0.1, mass = m, position = { i, 0, 0 } }
        scene:orientation { body = b, to = tw.quat(1, 0, 0, 0) }
        scene:on_line { point = b.center, through = { 0, 0, 0 }, along = { 1, 0, 0 } }
        scene:spring { a = before, b = b.center, stiffness = k, rest = 1, damping = c }
        before = b.center
    end
    scene:spring { a = before, b = scene:nail { n + 1, 0, 0 }, stiffness = k, rest = 1, damping = c }
    local modes = scene:modes()
    assert(#modes == n)
    for i, mode in ipairs(modes) do
        local omega = 2 * math.sqrt(k / m) * math.sin(i * math.pi / (2 * (n + 1)))
        near(mode.omega, omega, 1e-9, "omega")
        near(mode.frequency, omega / (2 * math.pi), 1e-9)
        near(mode.damping, c / k * omega / 2, 1e-9, "damping") -- C = c/k K
        local ratio = mode.shape[2].displacement.x / mode.shape[1].displacement.x
        near(ratio, 2 * math.cos(i * math.pi / (n + 1)), 1e-7, "shape")
    end
end)

tw.test("two rods: the double pendulum", function()
    local scene = tw.scene { gravity = "earth" }
    local a, b = rod(scene, { 0, 0, 0 }, { 0, 0, -1 }), rod(scene, { 0, 0, -1 }, { 0, 0, -1.7 })
    scene:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
    scene:hinge { a = b, b = a, at = { 0, 0, -1 }, axis = { 0, 1, 0 } }
    -- M and K of the two angles
    local Ia = a.mass * (3 * 0.02 ^ 2 + 1) / 12 + a.mass * 0.25
    local Ib = b.mass * (3 * 0.02 ^ 2 + 0.49) / 12
    local M11, M12, M22 = Ia + b.mass, b.mass * 0.35, Ib + b.mass * 0.35 ^ 2
    local K11, K22 = 9.81 * (0.5 * a.mass + b.mass), 9.81 * 0.35 * b.mass
    local p, q, r = M11 * M22 - M12 ^ 2, -(K11 * M22 + K22 * M11), K11 * K22
    local root = math.sqrt(q * q - 4 * p * r)
    local modes = scene:modes()
    assert(#modes == 2)
    near(modes[1].stiffness, (-q - root) / (2 * p), 1e-8)
    near(modes[2].stiffness, (-q + root) / (2 * p), 1e-8)
    -- the motion has that period: play the second, wait for a whole turn
    modes[2].play(modes[2], 1e-4)
    local crossed = {}
    scene:when(function() return b.velocity.x end, function(_, t) crossed[#crossed + 1] = t end)
    scene:advance_to(2.6 * math.pi / modes[2].omega)
    near(crossed[2] - crossed[1], math.pi / modes[2].omega, 1e-5 * math.pi / modes[2].omega, "period")
end)

tw.test("a chain hangs as a chain does", function()
    local n, length, span = 8, 0.3, 1.5
    local scene = tw.scene { gravity = "earth", tau = 0.05 }
    local before, rods = scene:nail { 0, 0, 0 }, {}
    for i = 1, n do -- two sides of a triangle
        local x = span / n
        local down = i <= n / 2 and -1 or 1
        local u = tw.vec3(x, 0, down * math.sqrt(length ^ 2 - x ^ 2)):normalized()
        local from = i == 1 and tw.vec3(0, 0, 0) or rods[i - 1].end2.position
        rods[i] = rod(scene, from, from + u * length)
        scene:connect(rods[i].end1, before)
        scene:on_plane { point = rods[i].center, through = { 0, 0, 0 }, normal = { 0, 1, 0 } }
        before = rods[i].end2
    end
    scene:connect(before, scene:nail { span, 0, 0 })
    local rest = scene:equilibrium { tolerance = 1e-9 }
    assert(rest.ok and rest.stable and rest.why == nil, rest.why)
    -- the pull H is the same everywhere, the slope of the i-th rod is the weight that hangs from its middle by H
    local weight, low, high = rods[1].mass * 9.81, 1e-3, 1e3
    local function slope(i, H) return (i - (n + 1) / 2) * weight / H end
    for _ = 1, 200 do
        local H, reach = (low + high) / 2, 0
        for i = 1, n do reach = reach + length / math.sqrt(1 + slope(i, H) ^ 2) end
        if reach < span then low = H else high = H end
    end
    for i, r in ipairs(rods) do
        local u = r.end2.position - r.end1.position
        near(u.z / u.x, slope(i, low), 1e-8, "slope")
    end
end)

tw.test("a toggle: which way it rests, and that it may not stay", function()
    local scene = tw.scene {}
    local a = rod(scene, { 0, 0, 0 }, { 1, 0, 0 })
    scene:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
    local spring = scene:spring { a = a.end2, b = scene:nail { 1.5, 0, 0 }, stiffness = 100, rest = 0.8 } -- pressed to 0.5
    local rest = scene:equilibrium()
    assert(rest.ok and not rest.stable)
    a:place { point = a.end1, at = { 0, 0, 0 }, orientation = tw.rotation({ 0, 0, 1 }, { math.cos(0.1), 0, math.sin(0.1) }) }
    rest = scene:equilibrium()
    assert(rest.ok and rest.stable)
    near((a.end2.position - tw.vec3(1.5, 0, 0)):length(), 0.8, 1e-9, "the spring is as long as it would be")
    assert(a.end2.position.z > 0)
    assert(spring.enabled)
end)

tw.test("what is refused, and what is told", function()
    local scene = tw.scene { gravity = "earth" }
    local ball = scene:sphere { radius = 0.1, position = { 0, 0, 3 }, collide = true }
    local before = scene:hash()
    local rest = scene:equilibrium { iterations = 20 }
    assert(not rest.ok and not rest.stable and rest.why:find("nothing holds .* along z: it accelerates by 9.81 m/s"), rest.why)
    assert(rest.iterations == 20 and rest.body == ball and scene:hash() == before)
    scene:ground { height = 2.9 }
    local ok, why = pcall(scene.modes, scene)
    assert(not ok and why:find("scene:modes: .*and the ground touch"), why)
    for text, call in tw.sorted {
        ["field 'tolerance': expected a positive number, got -1"] = { tolerance = -1 },
        ["field 'iterations': expected a number from 1 on, got 0"] = { iterations = 0 },
        ["unknown field 'tolerence'; did you mean 'tolerance'?"] = { tolerence = 1 },
    } do
        ok, why = pcall(scene.equilibrium, scene, call)
        assert(not ok and why:find(text, 1, true), why)
    end
    local other = tw.scene { gravity = "earth" }
    local r = rod(other, { 0, 0, 0 }, { 0, 0, -2 })
    other:hinge { a = r, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
    local modes = other:modes()
    other:sphere { radius = 1 }
    ok, why = pcall(modes[1].play, modes[1], 0.1)
    assert(not ok and why:find("since scene:modes()", 1, true), why)
end)

-- a hinge of a small and light rod holds beside any other
tw.test("masses and sizes side by side", function()
    for _, mass in ipairs { 1, 1e6, 1e10 } do
        for _, size in ipairs { 1e-3, 1, 1e3 } do
            local scene = tw.scene { gravity = "earth" }
            local small = scene:rod { from = { 0, 0, 0 }, to = { 1e-3, 0, 0 }, radius = 1e-5, mass = mass > 1e6 and 1e-9 or 1e-3 }
            scene:hinge { a = small, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
            local large = scene:rod { from = { size, 0, 0 }, to = { 2 * size, 0, 0 }, radius = 0.01 * size, mass = mass }
            scene:hinge { a = large, at = { size, 0, 0 }, axis = { 0, 1, 0 } }
            assert(#scene:modes() == 2, "a mode is lost or gained")
            local rest = scene:equilibrium()
            assert(rest.ok and rest.stable, rest.why)
            near(small.position.z, -5e-4, 1e-12, "the small one hangs")
            near(large.position.z / size, -0.5, 1e-9, "the large one hangs")
        end
    end
end)

-- each frequency as exact as its own forces are, and each way to fall seen, whatever stands beside it
tw.test("soft beside stiff", function()
    for _, k in ipairs { 1e3, 1e6, 1e8, 1e10 } do
        local scene = tw.scene { gravity = "earth" }
        local r = scene:rod { from = { 0, 0, 0 }, to = { 0, 0, -1 }, radius = 0.02, mass = 1 }
        scene:hinge { a = r, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
        local ball = scene:sphere { radius = 0.1, position = { 5, 0, 0 }, mass = 1 }
        scene:spring { a = ball.center, b = scene:nail { 5, 0, 1 }, rest = 1 - 9.81 / k, stiffness = k }
        local expected = { 0, 0, 0, 9.81, 9.81, 9.81 / 2 / ((3 * 0.02 ^ 2 + 1) / 12 + 0.25), k }
        for i, mode in ipairs(scene:modes()) do
            -- the spring's length is rounded, and k as large as it is
            near(mode.stiffness, expected[i], expected[i] * 1e-10 + (i < 6 and i > 3 and k * 4e-16 or 0), "stiffness")
        end
        scene = tw.scene { gravity = "earth" }
        local standing = scene:rod { from = { 0, 0, 0 }, to = { 0, 0, 20 }, radius = 0.2, mass = 1 }
        scene:hinge { a = standing, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
        ball = scene:sphere { radius = 0.1, position = { 50, 0, 0 }, mass = 1 }
        scene:spring { a = ball.center, b = scene:nail { 50, 0, 1 }, rest = 1, stiffness = k }
        local rest = scene:equilibrium()
        assert(rest.ok and not rest.stable and rest.stiffness < -0.7, rest.why)
    end
    for _, period in ipairs { 1, 1e3, 1e6 } do
        local scene, w = tw.scene {}, 2 * math.pi / period
        local ball = scene:sphere { radius = 0.1, mass = 1 }
        for _, at in ipairs { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 }, { 0, 0, -1 } } do
            scene:spring { a = ball.center, b = scene:nail(at), rest = 0, stiffness = w * w / 6 }
        end
        local modes = scene:modes()
        for i = 4, 6 do near(modes[i].omega / w, 1, 1e-9, "period") end
    end
end)

-- a joint that begins beyond a limit is not held by it, nor is rest found just beyond
tw.test("limits hold nothing up", function()
    for _, lower in ipairs { 1e-5, 5e-4, 2e-3, 0.3 } do
        local scene, a = tw.scene { gravity = "earth" }, 0.8
        local r = rod(scene, { 0, 0, 0 }, { math.sin(a), 0, -math.cos(a) })
        local hinge = scene:hinge { a = r, at = { 0, 0, 0 }, axis = { 0, 1, 0 } } -- hangs at the angle 0.8
        scene:limit { joint = hinge, lower = lower, upper = 2, name = "stop" }
        for _, start in ipairs { 0, -0.1, -0.7 } do
            r:place { point = r.end1, at = { 0, 0, 0 }, orientation = tw.quat(math.cos(start / 2), 0, math.sin(start / 2), 0) * r.orientation }
            local rest = scene:equilibrium()
            assert(rest.ok and rest.stable, rest.why)
            near(hinge.angle, a, 1e-9, "where it hangs")
        end
    end
    local scene = tw.scene { gravity = "earth" }
    local r = rod(scene, { 0, 0, 0 }, { 0, 0, -1 })
    local hinge = scene:hinge { a = r, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
    local limit = scene:limit { joint = hinge, lower = 1e-4, upper = 2, name = "stop" }
    local ok, why = pcall(scene.modes, scene)
    assert(not ok and why:find("scene:modes: .*'stop'.* is passed"), why)
    limit.lower = 0
    assert(#scene:modes() == 1)
    for _, size in ipairs { 1e-3, 1, 1e3 } do -- lengths are judged by the model's
        scene = tw.scene { gravity = "earth" }
        local box = scene:box { size = { size, size, size } }
        local slider = scene:slider { a = box, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
        scene:limit { joint = slider, lower = -0.5 * size, upper = 0.5 * size, name = "stop" }
        scene:spring { a = box.center, b = scene:nail { 0, 0, 10 * size }, rest = 10 * size, stiffness = box.mass * 9.81 / (0.50001 * size) }
        local rest = scene:equilibrium()
        assert(rest.ok and rest.stable and rest.contacts, rest.why)
        near(slider.position / size, -0.5, 1e-9, "the stop")
    end
end)

-- rows whose force is bounded hold up to their bound only, and a motor that runs is no rest
tw.test("motors and dry friction", function()
    local function level(t)
        local scene = tw.scene { gravity = "earth" }
        local r = scene:rod { from = { 0, 0, 0 }, to = { 1, 0, 0 }, radius = 0.02, mass = 1 }
        t.a, t.at, t.axis, t.name = r, { 0, 0, 0 }, { 0, 1, 0 }, "elbow"
        return scene, scene:hinge(t), r
    end
    local function check(scene, text)
        local before, rest = scene:hash(), scene:equilibrium()
        if not text then
            assert(rest.ok and rest.stable and #scene:modes() == 0, rest.why)
            return
        end
        assert(not rest.ok and not rest.stable and scene:hash() == before and rest.why:find(text), rest.why)
        local ok, why = pcall(scene.modes, scene)
        assert(not ok and why:find(text), why)
    end
    check((level { friction = 5 })) -- 4.905 N m hold it
    check(level { friction = 4.8 }, "'elbow_friction'.* yields: the bound")
    for torque, text in pairs { [5] = false, [4.8] = "'drive'.* yields: the bound" } do
        local scene, hinge = level {}
        scene:motor { joint = hinge, angle = 0, max_torque = torque, name = "drive" }
        check(scene, text)
    end
    for speed, text in pairs { [0] = false, [1] = "'drive'.* moves by itself" } do
        local scene, hinge = level {}
        scene:motor { joint = hinge, speed = speed, name = "drive" }
        check(scene, text)
    end
end)

-- as near as rounding lets it, and no less where forces are small
tw.test("rest of stiff, faint and distant models", function()
    for _, k in ipairs { 1e6, 1e8, 1e9 } do
        local scene, balls = tw.scene { gravity = "earth" }, {}
        for i = 1, 4 do
            balls[i] = scene:sphere { radius = 0.05, mass = 1, position = { i, 0, -1 } }
            for _, at in ipairs { { i - 0.5, 0, 0 }, { i + 0.5, 0, 0 }, { i, 1, -0.5 } } do
                scene:spring { a = balls[i].center, b = scene:nail(at), rest = 1.118, stiffness = k }
            end
        end
        local rest = scene:equilibrium()
        assert(rest.ok and rest.stable and rest.iterations < 10, rest.why)
        for i = 2, 4 do near(balls[i].position.z, balls[1].position.z, 1e-14, "alike") end
    end
    for _, gain in ipairs { 1e-9, 1e-3, 1, 1e6 } do
        local scene = tw.scene { gravity = { 0, 0, -9.81 * gain } }
        local r = rod(scene, { 0, 0, 0 }, { 1, 0, 0 })
        scene:hinge { a = r, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
        local rest = scene:equilibrium()
        assert(rest.ok and rest.stable and rest.iterations < 15, rest.why)
        near(r.position.x, 0, 1e-8, "faint")
    end
    for _, off in ipairs { 1e4, 1e6 } do
        local scene, at = tw.scene { gravity = "earth" }, nil
        for i = 1, 8 do
            local r = scene:rod { from = { off + i - 1, 0, 0 }, to = { off + i, 0, 0 }, radius = 0.05 }
            scene:connect(r.end1, at or scene:nail { off, 0, 0 })
            at = r.end2
        end
        local rest = scene:equilibrium()
        assert(rest.ok and rest.stable and rest.iterations < 20, rest.why)
        near(at.position.z, -8, 1e-14 * off, "distant")
    end
end)

-- bodies held by nothing but each other: six motions are free, to the rounding of the forces
tw.test("free motions of bodies on springs", function()
    for seed = 1, 20 do
        math.randomseed(seed)
        local scene, bodies, random = tw.scene {}, {}, math.random
        local function part() return { random() - 0.5, random() - 0.5, random() - 0.5 } end
        for i = 1, 3 do
            bodies[i] = scene:box { size = { 1, 0.5, 0.3 }, position = { 10 ^ (seed % 5) + 2 * i, random(), 0 } }
        end
        for i = 1, 21 do
            local a, b = bodies[i % 3 + 1]:point(part()), bodies[(i + 1) % 3 + 1]:point(part())
            scene:spring { a = a, b = b, stiffness = 10 ^ (2 + 6 * random()), rest = (a.position - b.position):length() }
        end
        for i, mode in ipairs(scene:modes()) do
            assert(i <= 6 and mode.stiffness == 0 or i > 6 and mode.stiffness > 1e-3, mode.stiffness)
        end
        assert(scene:equilibrium().stable)
    end
end)

-- the slowest frequency of a hanging chain of rods, from M and K of its angles, by power iteration
tw.test("a long chain, to rounding", function()
    local n, scene, at = 30, tw.scene { gravity = "earth" }, nil
    for i = 1, n do
        local r = scene:rod { from = { 0, 0, 1 - i }, to = { 0, 0, -i }, radius = 0.05 }
        scene:connect(r.end1, at or scene:nail { 0, 0, 0 })
        at = r.end2
    end
    local function k(i) return 9.81 * (n - i + 0.5) end -- of a rod by its mass; M likewise
    local function m(i, j)
        if i == j then return n - i + 0.25 + (3 * 0.05 ^ 2 + 1) / 12 end
        return n - math.max(i, j) + 0.5
    end
    local v, length = {}, 0
    for i = 1, n do v[i] = 1 end
    for _ = 1, 60 do -- of k^-1/2 M k^-1/2
        local w, sum = {}, 0
        for i = 1, n do
            w[i] = 0
            for j = 1, n do w[i] = w[i] + m(i, j) * v[j] / math.sqrt(k(i) * k(j)) end
            sum = sum + w[i] ^ 2
        end
        length = math.sqrt(sum)
        for i = 1, n do v[i] = w[i] / length end
    end
    local modes = scene:modes()
    for i = 1, n do assert(modes[i].stiffness == 0) end -- spins
    for i = n + 1, n + 2 do near(modes[i].stiffness * length, 1, 1e-11, "the slowest") end
end)

tw.test("a search that finds no rest leaves the joints' turns", function()
    local scene = tw.scene {}
    local wheel = scene:disk { radius = 0.5, height = 0.1, mass = 2 }
    local hinge = scene:hinge { a = wheel, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
    scene:torque { on = wheel, value = { 0, 0, 1 } }
    for _, n in ipairs { 13, 20, 40 } do
        assert(not scene:equilibrium({ iterations = n }).ok)
        near(hinge.angle, 0, 1e-12, "turns counted by a search of " .. n .. " steps")
    end
end)
