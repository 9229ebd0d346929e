-- constraints of one's own at velocity level: knife edges, skates, wheels without contact
local tw = require "tauwerk"

local function near(a, b, within, what)
    if not (math.abs(a - b) <= within) then error(string.format("%s: got %.15g, expected %.15g", what or "", a, b), 2) end
end

-- per stepper how near it comes in these two seconds at 1/600 s
local within = { auto = 1e-7, dopri = 1e-7, adams = 1e-5, bdf = 1e-4, rk4 = 1e-7, timestep = 2e-4, project = 2e-2 }

-- a blade at `at` of a body, along its x
local function blade(scene, body, at)
    return scene:constraint {
        level = "velocity", name = "blade", tau = 0.05, bodies = { body }, points = { body:point(at) },
        deviation = function(x)
            return x.velocity[1]:dot(x.body[1].orientation * tw.vec3(0, 1, 0))
        end }
end

tw.test("Chaplygin's sleigh", function()
    for stepper, eps in tw.sorted(within) do
        local scene = tw.scene { stepper = stepper, rtol = 1e-10 }
        local m, I, a, w = 2, 0.3, 0.4, 3
        local body = scene:body { mass = m, inertia = { 0.2, 0.2, I }, angular_velocity = { 0, 0, w }, velocity = { 0, a * w, 0 } }
        local c = blade(scene, body, { -a, 0, 0 })
        local J, E = I + m * a * a, scene:energy().kinetic
        local kappa = a * math.sqrt(2 * E * m) / J
        near(c.deviation, 0, 1e-15)
        for i = 1, 4 do
            scene:advance_to(i / 2)
            local s = kappa * i / 2
            local e = math.exp(s)
            near(body.angular_velocity.z, w * 2 / (e + 1 / e), eps * w, stepper .. ": turning")
            local forward = body.orientation * tw.vec3(1, 0, 0)
            near(body.velocity:dot(forward), math.sqrt(2 * E / m) * (e - 1 / e) / (e + 1 / e), eps * 3, stepper .. ": speed")
            near(scene:energy().kinetic, E, eps * E, stepper .. ": energy")
            near(c.deviation, 0, eps, stepper .. ": slip")
        end
    end
end)

tw.test("a knife edge on an incline draws a cycloid", function()
    for stepper, eps in tw.sorted(within) do
        local g, w = 9.81 * math.sin(0.3), 2.5
        local scene = tw.scene { stepper = stepper, rtol = 1e-10, gravity = { g, 0, 0 } }
        local body = scene:box { size = { 1, 0.2, 0.1 }, angular_velocity = { 0, 0, w } }
        local E = scene:energy().total
        local c = scene:constraint { level = "velocity", bodies = { body }, tau = 0.05, deviation = function(x)
            return (x.body[1].orientation * tw.vec3(0, 1, 0)):dot(x.body[1].velocity)
        end }
        for i = 1, 4 do
            local t = i / 2
            scene:advance_to(t)
            near(body.position.x, g / (2 * w * w) * math.sin(w * t) ^ 2, eps, stepper .. ": downhill")
            near(body.position.y, g / (2 * w * w) * (w * t - math.sin(2 * w * t) / 2), eps, stepper .. ": aside")
            near(body.angular_velocity.z, w, 1e-9, stepper .. ": turning")
            near(scene:energy().total, E, 20 * eps * body.mass, stepper .. ": energy")
        end
        -- the force is what turns the velocity: m g sin + m v w, across the blade
        if stepper == "auto" then
            local v = body.velocity:length() * (body.velocity:dot(body.orientation * tw.vec3(1, 0, 0)) < 0 and -1 or 1)
            local side = body.orientation * tw.vec3(0, 1, 0)
            near(c.force:dot(side), body.mass * (v * w - g * side.x), 1e-4, "force")
        end
    end
end)

tw.test("what slides at first comes to rest by the law", function()
    local scene = tw.scene { stepper = "dopri" }
    local body = scene:sphere { radius = 0.1, velocity = { 1, 2, 0 } }
    local c = scene:constraint { level = "velocity", points = { body.center }, tau = 0.25,
        deviation = function(x, t) return x.velocity[body.center].y - 0.5 * t end } -- a speed that rises
    near(c.deviation, 2, 1e-15)
    scene:advance_to(0.75)
    near(c.deviation, 2 * math.exp(-3), 1e-8)
    near(body.velocity.y, 0.375 + 2 * math.exp(-3), 1e-8)
    near(body.velocity.x, 1, 1e-12)
end)

tw.test("a wheel of one's own rolls as the built-in one", function()
    local function run(own)
        local scene = tw.scene { gravity = { 1, 0.3, -9.81 }, tau = 0.1 }
        local tilt = tw.axis_angle({ 1, 0, 0 }, tw.deg(75))
        local wheel = scene:disk { radius = 0.4, height = 0.02, position = { 0, 0, 0.4 * math.cos(tw.deg(15)) }, orientation = tilt }
        local axis = wheel.orientation * tw.vec3(0, 0, 1)
        if own then
            scene:constraint { level = "velocity", bodies = { wheel }, deviation = function(x)
                local b = x.body[1]
                local a = b.orientation * tw.vec3(0, 0, 1)
                local down = (a * a.z - tw.vec3(0, 0, 1)) * (0.4 / tw.math.sqrt(1 - a.z * a.z))
                local side = a * (0.01) -- the rim of the side that is lower; the built-in wheel has it, too
                return b.velocity + b.angular_velocity:cross(down)
            end }
        else
            scene:rolling { body = wheel, normal = { 0, 0, 1 } }
        end
        scene:advance_to(1.5)
        return wheel
    end
    local a, b = run(true), run(false)
    near((a.position - b.position):length(), 0, 1e-6, "position")
    near((a.angular_velocity - b.angular_velocity):length(), 0, 1e-5, "turning")
    assert(a.position:length() > 0.5)
end)

tw.test("what is refused", function()
    local scene = tw.scene {}
    local b = scene:sphere { radius = 0.1 }
    for text, f in tw.sorted {
        ["linear in velocities"] = { level = "velocity", bodies = { b }, deviation = function(x) return x.body[1].velocity.x ^ 2 end },
        ["depends on velocities of x"] = { level = "velocity", bodies = { b }, deviation = function(x) return x.body[1].position.x end },
        ["unless level = \"velocity\""] = { bodies = { b }, deviation = function(x) return x.body[1].velocity.x end },
        ["x.velocity: expected level = \"velocity\""] = { points = { b.center }, deviation = function(x) return x.velocity[1].x end },
        ["one of 'position', 'velocity'"] = { level = "speed", bodies = { b }, deviation = function(x) return x.body[1].velocity.x end },
    } do
        local ok, why = pcall(scene.constraint, scene, f)
        assert(not ok and why:find(text, 1, true), tostring(why))
        assert(why:find("nonholonomic.lua:", 1, true), why)
    end
    local c = scene:constraint { level = "velocity", bodies = { b }, deviation = function(x) return x.body[1].velocity end }
    assert(c.level == "velocity" and not pcall(function() c.level = "position" end))
    -- twice the same row is redundant, and no conflict
    scene:constraint { level = "velocity", bodies = { b }, deviation = function(x) return x.body[1].velocity.z * 2 end }
    local d = scene:diagnose()
    assert(d.rank == 3 and d.rows == 4)
end)
