-- fields that may be functions of t: orientation.offset, limit.restitution
local tw = require "tauwerk"

local function near(a, b, within, what)
    if not (math.abs(a - b) <= within) then error(string.format("%s: got %.15g, expected %.15g", what or "", a, b), 2) end
end

tw.test("orientation.offset", function()
    for _, on_body in ipairs { false, true } do
        local scene = tw.scene { tau = 0.05, rtol = 1e-10 }
        local table_ = scene:box { size = { 1, 1, 1 }, mass = 1e6, position = { 9, 0, 0 }, angular_velocity = { 0, 0, 0.7 } }
        local b = scene:box { size = { 1, 0.5, 0.2 }, angular_velocity = { 1.3, 0, on_body and 0.7 or 0 } }
        local c = scene:orientation { body = b, to = on_body and table_ or tw.quat(1, 0, 0, 0),
            offset = function(t) return tw.axis_angle({ 1, 0, 0 }, 1.3 * t + 0.2 * t * t) end }
        scene:advance_to(2)
        local goal = (on_body and table_.orientation or tw.quat(1, 0, 0, 0)) * tw.axis_angle({ 1, 0, 0 }, 2.6 + 0.8)
        near(math.abs((goal:inverse() * b.orientation).w), 1, 1e-12)
        near(c.deviation:length(), 0, 1e-7)
        local own = on_body and table_.angular_velocity or tw.vec3(0, 0, 0)
        near((b.angular_velocity - own):length(), 2.1, 1e-10)
        c.offset = tw.quat(1, 0, 0, 0)
        assert(c.offset.w == 1)
        scene:advance_to(4)
        near(c.deviation:length(), 0, 1e-5)
    end
end)

tw.test("limit.restitution", function()
    for stepper, within in tw.sorted { auto = 1e-9, timestep = 2e-2 } do
        -- a body on a slider, back and forth between -1 and 1 at first 2 m/s
        local scene = tw.scene { stepper = stepper }
        local a = scene:sphere { radius = 0.1, velocity = { 2, 0, 0 } }
        local s = scene:slider { a = a, at = { 0, 0, 0 }, axis = { 1, 0, 0 } }
        local l = scene:limit { joint = s, lower = -1, upper = 1, restitution = function(t) return 1 - t / 2 end }
        scene:advance_to(1) -- at 0.5 s it comes back at 1.5 m/s
        near(s.speed, -1.5, within, stepper)
        scene:advance_to(0.5 + 2 / 1.5 + 0.05) -- and leaves the other end at 1.8333 s
        near(s.speed, 1.5 * (1 - (0.5 + 2 / 1.5) / 2), within, stepper)
        l.restitution = 0.5
        assert(l.restitution == 0.5)
    end
    local scene = tw.scene {}
    local a = scene:sphere { radius = 0.1, velocity = { 2, 0, 0 } }
    local s = scene:slider { a = a, at = { 0, 0, 0 }, axis = { 1, 0, 0 } }
    scene:limit { joint = s, upper = 1, restitution = function(t) return 3 * t end }
    local ok, why = pcall(scene.advance_to, scene, 1)
    assert(not ok and why:find("field 'restitution': expected a number from 0 to 1, got", 1, true), why)
end)
