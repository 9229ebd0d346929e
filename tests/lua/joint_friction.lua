-- dry friction of hinges and sliders: slipping, sticking, switching, against closed forms
local tw = require "tauwerk"

local function near(a, b, within, what)
    if not (math.abs(a - b) <= within) then error(string.format("%s: got %.15g, expected %.15g", what or "", a, b), 2) end
end

tw.test("a wheel runs down and stops", function()
    for _, stepper in ipairs { "auto", "dopri", "timestep" } do
        local scene = tw.scene { stepper = stepper, tau = 0.1, step = 1 / 600 }
        local wheel = scene:disk { radius = 0.5, height = 0.1, mass = 2, angular_velocity = { 0, 0, 4 } }
        local h = scene:hinge { name = "h", a = wheel, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, friction = 0.2 }
        local moment = 0.5 * 2 * 0.25
        scene:advance_to(3)
        near(h.speed, 4 - 0.2 / moment * 3, stepper == "timestep" and 1e-6 or 1e-7, stepper)
        scene:advance_to(6) -- it stands from 5 s on
        near(h.speed, 0, 1e-9)
        near(h.angle, 4 ^ 2 * moment / (2 * 0.2), 0.02, "angle")
        local motor = scene:find("h_friction")
        assert(motor.kind == "motor" and motor.dry and h.friction == 0.2)
    end
end)

tw.test("a block on a slope sticks below its friction and slips above", function()
    local scene = tw.scene { gravity = { 6, 0, -8 } }
    local block = scene:box { size = { 0.2, 0.2, 0.2 }, mass = 1 }
    local s = scene:slider { a = block, at = { 0, 0, 0 }, axis = { 1, 0, 0 }, friction = 7 }
    scene:advance_to(1)
    assert(math.abs(s.speed) < 1e-9 and math.abs(s.position) < 1e-9)
    s.friction = 4
    scene:advance_to(2)
    near(s.speed, 2, 1e-2) -- to where the force is bounded within some of the motor's tau
    near(scene.constraints[2].force.x, -4, 1e-6)
    s:disable()
    block.velocity = { 0, 0, 0 }
    scene:advance_to(3)
    near(block.velocity:length(), 10, 1e-9, "nothing holds it, no friction either")
    s.friction = function(t) return 6 + t end
    assert(scene:snapshot())
end)

tw.test("words", function()
    local scene = tw.scene {}
    local b = scene:box { size = { 1, 1, 1 } }
    local h = scene:hinge { a = b, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
    assert(h.friction == nil and #scene.constraints == 1)
    for text, f in tw.sorted {
        ["can be changed where it was given when the joint was made"] = function() h.friction = 1 end,
        ["field 'friction': expected a number that is not negative"] = function() scene:hinge { a = b, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, friction = -1 } end,
        ["has no friction"] = function()
            local c = scene:cylindrical { a = b, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
            scene:motor { joint = c, speed = 0, dry = true }
        end,
    } do
        local ok, why = pcall(f)
        assert(not ok and why:find(text, 1, true), why)
    end
    local g = scene:group { name = "g" }
    local a = g:box { size = { 1, 1, 1 } }
    local joint = g:slider { name = "s", a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, friction = 1 }
    assert(scene:find("g/s_friction"))
    joint:remove()
    assert(not scene:find("g/s_friction"))
end)
