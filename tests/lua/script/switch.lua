-- visible and enabled as functions of t and splines
local tw = require "tauwerk"

local function near(a, b, within, what)
    if not (math.abs(a - b) <= within) then error(string.format("%s: got %.15g, expected %.15g", what or "", a, b), 2) end
end

-- a mass of 1 kg, pushed by 1 N while the force acts
local function pushed(enabled, settings)
    local scene = tw.scene(settings or {})
    local b = scene:sphere { radius = 0.1, mass = 1 }
    return scene, b, scene:force { at = b.center, value = { 1, 0, 0 }, enabled = enabled }
end

tw.test("a force acts while the function is true, under every stepper", function()
    for _, stepper in ipairs { "auto", "dopri", "adams", "bdf", "rk4", "timestep", "project", "wave" } do
        local scene, b, f = pushed(function(t) return t >= 0.3217 and t < 0.7654 end, { stepper = stepper })
        assert(f.enabled == false)
        scene:advance_to(0.5)
        assert(f.enabled == true)
        near(b.velocity.x, 0.5 - 0.3217, 3e-9, stepper)
        scene:advance_to(2)
        assert(f.enabled == false)
        near(b.velocity.x, 0.7654 - 0.3217, 4e-9, stepper)
    end
end)

tw.test("splines and numbers: while above 0; often on and off", function()
    local scene, b = pushed(tw.spline { { 0, -1 }, { 4, 1 } })
    scene:advance_to(3)
    near(b.velocity.x, 1, 2e-9)
    scene, b = pushed(function(t) return math.sin(2 * math.pi * t) end) -- half of each second
    scene:advance_to(10)
    near(b.velocity.x, 5, 2e-8)
    scene, b = pushed(function(t) return t % 0.02 < 0.012 end)
    scene:advance_to(1)
    near(b.velocity.x, 0.6, 1e-6)
end)

tw.test("a rod hangs by a nail until it is let go", function()
    local scene = tw.scene { gravity = "earth" }
    local b = scene:sphere { radius = 0.1, position = { 0, 0, 2 } }
    local nail = scene:connect(b.center, scene:nail { 0, 0, 2 })
    nail.enabled = function(t) return t < 0.5 end
    assert(nail.enabled == true)
    scene:advance_to(1.5)
    near(b.position.z, 2 - 0.5 * 9.81, 2e-8)
end)

tw.test("assigned, disabled, removed, taken back", function()
    local scene, b, f = pushed(function(t) return t > 1 end)
    local saved = scene:snapshot()
    f:enable() -- ends the function
    scene:advance_to(2)
    near(b.velocity.x, 2, 1e-9)
    f.enabled = false
    scene:advance_to(3)
    near(b.velocity.x, 2, 1e-9)
    for _ = 1, 2 do
        scene:restore(saved)
        assert(f.enabled == false)
        f.enabled = function(t) return t > 1.5 end
        scene:advance_to(2)
        near(b.velocity.x, 0.5, 2e-9)
        scene:restore(saved)
        scene:advance_to(2)
        near(b.velocity.x, 1, 2e-9)
        f:remove()
        scene:advance_to(3)
        near(b.velocity.x, 1, 2e-9)
    end
    local group = scene:group { enabled = function(t) return t > 4 end }
    local g = group:force { at = b.center, value = { 1, 0, 0 } }
    assert(g.enabled == false)
    group:enable()
    assert(g.enabled == true)
    scene:advance_to(5)
    assert(g.enabled == true)
end)

tw.test("what is no truth is named", function()
    local ok, why = pcall(pushed, function() return "yes" end)
    assert(not ok and why:find("field 'enabled' of .* at t = 0 s: expected true, false or a number, got 'yes'"), why)
    local scene = pushed(function(t) return t < 1 or error("stop") end)
    ok, why = pcall(scene.advance_to, scene, 2)
    assert(not ok and why:find("stop", 1, true), why)
    ok, why = pcall(pushed, tw.spline { { 0, { 0, 0, 0 } }, { 1, { 1, 0, 0 } } })
    assert(not ok and why:find("field 'enabled': expected true, false, a spline or a function of t", 1, true), why)
end)

tw.test("visible takes a spline", function()
    local scene = tw.scene {}
    local b = scene:sphere { radius = 0.1, visible = tw.spline { { 0, -1 }, { 2, 1 } } }
    local p = scene:prop { kind = "box", size = { 1, 1, 1 }, visible = tw.spline { { 0, 1 }, { 2, -1 } } }
    assert(b.visible == false and p.visible == true)
    scene:advance_to(1.5)
    assert(b.visible == true and p.visible == false)
    b.visible = false
    assert(b.visible == false)
end)
