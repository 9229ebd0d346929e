-- viscous damping of hinges and sliders: closed forms under every stepper
local tw = require "tauwerk"

local function near(a, b, within, what)
    if not (math.abs(a - b) <= within) then error(string.format("%s: got %.15g, expected %.15g", what or "", a, b), 2) end
end

-- per stepper how near it comes at 1/600 s
local within = { auto = 1e-7, dopri = 1e-7, adams = 1e-5, bdf = 1e-5, rk4 = 1e-9, timestep = 1e-5, project = 1e-2, wave = 1e-4 }

tw.test("a wheel on a damped hinge slows down exponentially", function()
    for stepper, eps in tw.sorted(within) do
        local scene = tw.scene { stepper = stepper, rtol = 1e-10 }
        local wheel = scene:disk { radius = 0.5, height = 0.1, mass = 2, angular_velocity = { 0, 0, 6 } } -- I = 0.25
        local h = scene:hinge { a = wheel, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, damping = 0.3 }
        for i = 1, 3 do
            local t = i / 2
            scene:advance_to(t)
            local decay = math.exp(-0.3 / 0.25 * t)
            near(h.speed, 6 * decay, 6 * eps, stepper .. ": speed")
            near(h.angle, 5 * (1 - decay), 5 * eps, stepper .. ": angle")
        end
        assert(h.damping == 0.3)
    end
end)

tw.test("between two bodies, momentum stays and the difference decays", function()
    for stepper, eps in tw.sorted(within) do
        local scene = tw.scene { stepper = stepper, rtol = 1e-10 }
        local a = scene:box { size = { 1, 1, 1 }, mass = 1, velocity = { 4, 0, 0 } }
        local b = scene:box { size = { 1, 1, 1 }, mass = 3 }
        local s = scene:slider { a = a, b = b, at = { 0, 0, 0 }, axis = { 1, 0, 0 }, damping = 0.9 } -- reduced mass 0.75
        scene:advance_to(1)
        near(s.speed, 4 * math.exp(-1.2), 4 * eps, stepper .. ": speed")
        near(s.position, 4 / 1.2 * (1 - math.exp(-1.2)), 4 * eps, stepper .. ": way")
        near(scene:momentum().x, 4, 1e-9, stepper .. ": momentum")
    end
end)

tw.test("a damped pendulum beside a resting box, damping a function of t, off and on", function()
    local scene = tw.scene { gravity = "earth" }
    scene:ground {}
    scene:box { size = { 1, 1, 1 }, position = { 9, 0, 0.5 }, collide = true }
    local wheel = scene:disk { radius = 0.5, height = 0.1, mass = 2, position = { 0, 0, 3 }, angular_velocity = { 0, 0, 6 } }
    local h = scene:hinge { a = wheel, at = { 0, 0, 3 }, axis = { 0, 0, 1 }, damping = function(t) return 0.25 * t end }
    scene:advance_to(1)
    near(h.speed, 6 * math.exp(-0.5), 1e-7, "rising")
    h.damping = 0
    scene:advance_to(2)
    near(h.speed, 6 * math.exp(-0.5), 1e-7, "none")
    local saved = scene:snapshot()
    h.damping = 0.25
    scene:advance_to(3)
    near(h.speed, 6 * math.exp(-1.5), 1e-7, "constant")
    scene:restore(saved)
    assert(h.damping == 0)
    h:disable()
    for _, kind in ipairs { "hinge", "slider" } do
        local ok, why = pcall(scene[kind], scene, { a = wheel, at = { 0, 0, 3 }, axis = { 0, 0, 1 }, damping = -1 })
        assert(not ok and why:find("field 'damping': expected a number that is not negative", 1, true)
            or why:find("field 'damping': expected", 1, true), why)
    end
end)
