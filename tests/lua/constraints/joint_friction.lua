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

tw.test("coordinates of serial joints: a slide and a turn on it, each with its own; damping", function()
    for _, stepper in ipairs { "auto", "dopri", "timestep" } do
        local scene = tw.scene { stepper = stepper, tau = 0.1, step = 1 / 600 }
        local disk = scene:disk { radius = 0.5, height = 0.1, mass = 2, velocity = { 1, 0, 0 }, angular_velocity = { 0, 0, 4 } }
        local moment = 0.25
        local axes = { a = disk, slide1 = { 1, 0, 0 }, turn1 = { 0, 0, 1 }, at1 = { 0, 0, 0 } }
        local function coordinate(k, fields)
            for name, value in pairs(axes) do fields[name] = value end
            fields.coordinate, fields.rows = k, k == 1
            return scene:serial(fields)
        end
        local slide, turn = coordinate(1, { friction = 0.8 }), coordinate(2, { friction = 0.1, damping = 0.05 })
        scene:advance_to(2)
        near(slide.speed, 1 - 0.4 * 2, stepper == "timestep" and 1e-6 or 1e-7, stepper .. ": slide")
        local rate, stop = 0.05 / moment, 0.1 / 0.05 -- I w' = -c w - f
        near(turn.speed, (4 + stop) * math.exp(-rate * 2) - stop, stepper == "timestep" and 5e-4 or 1e-7, stepper .. ": turn")
        near(scene:find(turn.name .. "_friction").torque.z, -0.1, 1e-6)
        scene:advance_to(9)
        near(disk.velocity:length(), 0, 1e-7)
        near(disk.angular_velocity:length(), 0, 1e-7)
    end
end)

tw.test("axes that are not across: the bound is of the torque along the coordinate", function()
    local scene = tw.scene { tau = 0.1 }
    local body = scene:body { mass = 1, inertia = { 1, 1, 1 } }
    local axes = { a = body, turn1 = { 0, 0, 1 }, turn2 = { 1, 0, 1 }, at1 = { 0, 0, 0 }, at2 = { 0, 0, 0 } }
    axes.friction = 0.2
    local one = scene:serial(axes)
    body.angular_velocity = { 0, 0, 1 } -- about the first axis alone
    scene:advance_to(1)
    -- the torque that does work 0.2 on one's turn and none on the other's, which goes round with it
    local t = scene:find(one.name .. "_friction").torque
    near(t:dot({ 0, 0, 1 }), -0.2, 1e-6)
    near(t:dot(tw.axis_angle({ 0, 0, 1 }, one.angle) * tw.vec3(1, 0, 1)), 0, 1e-6)
    assert(t:length() > 0.25)
    local ok, message = pcall(function() scene:serial { a = body, free = true, friction = 1 } end)
    assert(not ok and message:find("a free joint has no coordinate", 1, true), message)
end)

tw.test("steps of a frame take dry friction, too", function()
    for _, stepper in ipairs { "timestep", "auto" } do
        local scene = tw.scene { stepper = stepper, step = 1 / 60, gravity = "earth" }
        scene:ground { height = 0 }
        local wheel = scene:disk { radius = 0.5, height = 0.1, mass = 2, position = { 0, 0, 2 }, angular_velocity = { 0, 0, 4 } }
        local h = scene:hinge { a = wheel, at = { 0, 0, 2 }, axis = { 0, 0, 1 }, friction = 0.2 }
        for i = 1, 8 do scene:box { size = { 0.2, 0.2, 0.2 }, position = { 3, 0, 0.2 * i - 0.1 }, collide = true } end
        scene:advance_to(1)
        near(h.speed, 4 - 0.2 / 0.25, 1e-6, stepper)
    end
end)
