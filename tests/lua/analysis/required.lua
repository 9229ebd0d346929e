-- scene:required: torques of given motions against closed forms, power, and the motion that they make
local tw = require "tauwerk"

local function near(a, b, within, what)
    if not (math.abs(a - b) <= within) then error(string.format("%s: got %.15g, expected %.15g", what or "", a, b), 2) end
end

local function rod(scene, from, to) return scene:rod { from = from, to = to, radius = 0.02 } end

tw.test("a pendulum", function()
    local scene = tw.scene { gravity = "earth", duration = 2 }
    local r = rod(scene, { 0, 0, 0 }, { 0, 0, -2 })
    local h = scene:hinge { a = r, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
    local before, constraints = scene:hash(), #scene.constraints
    local found = scene:required { joint = h, motion = function(t) return 0.3 * t ^ 3 end, every = 0.1 }
    assert(found.ok and found.why == nil and #found.t == 21 and #found.torque == 21)
    local moment = r.mass * (1 + (3 * 0.02 ^ 2 + 4) / 12)
    for k, t in ipairs(found.t) do
        local angle = 0.3 * t ^ 3
        local torque = moment * 1.8 * t + r.mass * 9.81 * math.sin(angle)
        near(found.torque[k], torque, 1e-6 * (1 + math.abs(torque)), "torque")
        near(found.power[k], torque * 0.9 * t * t, 1e-5 * (1 + math.abs(torque)), "power")
    end
    near(found.largest, found.torque[21], 100)
    assert(scene:hash() == before and #scene.constraints == constraints and scene.time == 0)

    -- these torques make that motion
    local knots = {}
    for k, t in ipairs(found.t) do knots[k] = { t, { 0, found.torque[k], 0 } } end
    scene:torque { on = r, value = tw.spline(knots) }
    scene:advance_to(2)
    near(h.angle, 0.3 * 8, 2e-3, "angle")
end)

local function four_bar(scene)
    local A, B, C, D = { 0, 0, 0 }, { 0.3, 0, 1 }, { 2, 0, 1.5 }, { 2.2, 0, 0 }
    local a, b, c = rod(scene, A, B), rod(scene, B, C), rod(scene, D, C)
    local axis = { 0, 1, 0 }
    return scene:hinge { a = a, at = A, axis = axis }, scene:hinge { a = b, b = a, at = B, axis = axis },
        scene:hinge { a = c, b = b, at = C, axis = axis }, scene:hinge { a = c, at = D, axis = axis }
end

tw.test("a four-bar: power is what the energy grows by, and two motors share it", function()
    local scene = tw.scene { gravity = "earth", duration = 1 }
    local crank, _, _, rocker = four_bar(scene)
    local motion = function(t) return 0.5 * tw.math.sin(2 * t) end
    local one = scene:required { joint = crank, motion = motion, every = 0.01 }
    assert(one.ok, one.why)
    -- the energies of the same motion
    local before = scene:snapshot()
    local motor = scene:motor { joint = crank, angle = motion }
    scene:assemble()
    local energy, work, angles = scene:energy().total, 0, { rocker.angle }
    local speeds = { { crank.speed, rocker.speed } }
    for k = 2, #one.t do
        scene:advance_to(one.t[k])
        work = work + 0.5 * (one.power[k] + one.power[k - 1]) * 0.01
        near(scene:energy().total - energy, work, 2e-3 * math.abs(one.largest), "work")
        angles[k], speeds[k] = rocker.angle, { crank.speed, rocker.speed }
    end
    assert(motor.met)
    scene:restore(before)
    -- both driven along the same motion: torques in the ratio of the speeds, the least sum of squares
    local knots = {}
    for k, t in ipairs(one.t) do knots[k] = { t, angles[k] } end
    local two = scene:required { joint = { crank, rocker }, motion = { motion, tw.spline(knots) }, every = 0.1 }
    assert(two.ok, two.why)
    for k = 2, #two.t - 1 do -- at its end the spline is straight
        local v = speeds[10 * (k - 1) + 1]
        local ratio = v[2] / v[1] -- of the rocker's speed by the crank's
        if math.abs(v[1]) > 0.2 then
            local single = one.torque[10 * (k - 1) + 1]
            near(two.torque[1][k], single / (1 + ratio ^ 2), 1e-3 * one.largest, "crank")
            near(two.torque[2][k], single * ratio / (1 + ratio ^ 2), 1e-3 * one.largest, "rocker")
        end
    end
end)

tw.test("motions that cannot be, and wrong words", function()
    local scene = tw.scene { gravity = "earth", duration = 1 }
    local crank, _, _, rocker = four_bar(scene)
    local before = scene:hash()
    local found = scene:required { joint = { crank, rocker }, motion = { function(t) return t end, function(t) return -t end } }
    assert(not found.ok and found.why:find("is not met", 1, true), found.why)
    assert(scene:hash() == before)
    for text, t in tw.sorted {
        ["field 'joint' is missing"] = {},
        ["field 'motion' is missing"] = { joint = crank },
        ["expected a hinge or slider"] = { joint = scene.bodies[1], motion = 1 },
        ["expected 2, one for each joint, got 1"] = { joint = { crank, rocker }, motion = { 1 } },
        ["field 'to': expected a time after 'from'"] = { joint = crank, motion = 0, to = 0 },
        ["field 'every': expected a positive number"] = { joint = crank, motion = 0, every = 0 },
        ["unknown field 'motions'; did you mean 'motion'?"] = { joint = crank, motions = 0 },
    } do
        local ok, why = pcall(scene.required, scene, t)
        assert(not ok and why:find(text, 1, true), why)
    end
end)
