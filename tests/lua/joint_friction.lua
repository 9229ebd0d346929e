-- dry friction of a joint by a motor at rest with a bound (docs/kinds/motor.md): slips at the bound, comes to rest, sticks below it
local tw = require "tauwerk"

local function near(a, b, within, what)
    if not (math.abs(a - b) <= within) then error(string.format("%s: got %.15g, expected %.15g", what or "", a, b), 2) end
end

for _, stepper in ipairs { "auto", "dopri", "adams", "bdf", "rk4", "timestep" } do
    for _, kind in ipairs { "hinge", "slider" } do
        local turns = kind == "hinge"
        local scene = tw.scene { stepper = stepper, rtol = 1e-9 }
        local m = turns and 0.25 or 2 -- what is moved: the moment or the mass
        local speed = turns and { 0, 0, 6 } or { 0, 0, 0 }
        local wheel = scene:disk { radius = 0.5, height = 0.1, mass = 2, angular_velocity = speed, velocity = turns and { 0, 0, 0 } or { 0, 0, 6 } }
        local j = scene[kind](scene, { a = wheel, at = { 0, 0, 0 }, axis = { 0, 0, 1 } })
        local bound = turns and "max_torque" or "max_force"
        scene:motor { joint = j, speed = 0, tau = 1e-3, [bound] = 6 * m }
        local function at() return turns and j.angle or j.position end
        local function load(x)
            if turns then scene:torque { on = wheel, value = { 0, 0, x } } else scene:force { at = wheel.center, value = { 0, 0, x } } end
        end
        scene:advance_to(0.5)
        near(j.speed, 3, 1e-8, stepper .. ": slips")
        near(at(), 2.25, 1e-7, stepper .. ": slips")
        scene:advance_to(2) -- at rest from 1 s on; the last of it by tau: tau^2 6 / 2 short of 3
        near(j.speed, 0, 1e-10, stepper .. ": stops")
        near(at(), 3, 1e-5, stepper .. ": stops")
        load(5.6 * m)
        local was = at()
        scene:advance_to(4)
        near(at(), was, 1e-12, stepper .. ": sticks")
        load(2.4 * m)
        scene:advance_to(5)
        near(j.speed, 2, 1e-8, stepper .. ": breaks away")
    end
end
