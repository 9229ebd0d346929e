-- What tests of tw.import share: a robot against recorded numbers of MuJoCo 2.2.2.
local tw = require "tauwerk"
local robots = { folder = "tests/data/robots/" }

function robots.near(a, b, within, what)
    if not (math.abs(a - b) <= within * math.max(1, math.abs(b))) then
        error(string.format("%s: got %.17g, expected %.17g", what, a, b), 2)
    end
end

local function matrix(I)
    if type(I[1]) ~= "number" then return I end
    return { { I[1], 0, 0 }, { 0, I[2], 0 }, { 0, 0, I[3] } }
end

-- the three invariants of the inertia against those of principal moments
local function same_moments(I, p, within, what)
    local m = matrix(I)
    local trace = m[1][1] + m[2][2] + m[3][3]
    local minors = m[1][1] * m[2][2] - m[1][2] ^ 2 + m[1][1] * m[3][3] - m[1][3] ^ 2 + m[2][2] * m[3][3] - m[2][3] ^ 2
    local det = m[1][1] * (m[2][2] * m[3][3] - m[2][3] * m[3][2]) - m[1][2] * (m[2][1] * m[3][3] - m[2][3] * m[3][1])
        + m[1][3] * (m[2][1] * m[3][2] - m[2][2] * m[3][1])
    robots.near(trace / (p[1] + p[2] + p[3]), 1, within, what .. ": trace")
    robots.near(minors / (p[1] * p[2] + p[1] * p[3] + p[2] * p[3]), 1, within, what .. ": minors")
    robots.near(det / (p[1] * p[2] * p[3]), 1, within, what .. ": determinant")
end

-- masses, principal moments (to `within`, 1e-9), and the fall from the recorded pose, to 1e-6 m
function robots.falls(file, recorded, options, within)
    local want = dofile(robots.folder .. recorded)
    local scene = tw.scene { gravity = want.gravity or { 0, 0, -9.81 }, rtol = 1e-9, atol = 1e-12 }
    within = within or 1e-9
    options.scene, options.limits, options.contacts, options.actuators, options.world = scene, false, false, false, false
    local robot = tw.import(robots.folder .. file, options)
    for _, w in ipairs(want.bodies) do
        if w[2] > 0 then
            robots.near(robot.body[w[1]].mass / w[2], 1, within, w[1] .. ": mass")
            same_moments(robot.body[w[1]].inertia, w[3], within, w[1])
        end
    end
    if want.equalities == 0 then -- what URDF couples, which MuJoCo passes over
        for _, e in ipairs(robot.equalities) do e:disable() end
    end
    robot:pose(want.pose)
    for _, s in ipairs(want.samples) do
        scene:advance_to(s[1])
        for i, w in ipairs(want.bodies) do
            local d = w[2] > 0 and (robot.body[w[1]].position - tw.vec3(s[i + 1])):length() or 0
            if not (d < (s[1] == 0 and within or 1e-6)) then
                error(string.format("%s at %g s: %s is %.3g m off", recorded, s[1], w[1], d))
            end
        end
    end
    return robot
end

-- an error at the script's line, whose text has the pattern
function robots.fails(text, ending, pattern)
    local name = os.tmpname()
    local file <close> = assert(io.open(name .. ending, "w"))
    file:write(text)
    file:close()
    local ok, message = pcall(tw.import, name .. ending, { scene = tw.scene {} })
    os.remove(name .. ending)
    os.remove(name)
    assert(not ok, "expected an error for " .. text)
    if not tostring(message):find(pattern) then error("expected " .. pattern .. ", got " .. tostring(message), 2) end
    assert(tostring(message):find "%.lua:%d+: ", tostring(message))
end

-- the robot of these elements of MJCF, what was told of them, and its scene; nil and the reason
function robots.made(text, options)
    local name = os.tmpname()
    local file <close> = assert(io.open(name .. ".xml", "w"))
    file:write("<mujoco>" .. text .. "</mujoco>")
    file:close()
    options = options or {}
    options.scene = tw.scene { gravity = { 0, 0, -9.81 }, rtol = 1e-10, atol = 1e-12 }
    local ok, robot = pcall(tw.import, name .. ".xml", options)
    os.remove(name .. ".xml")
    os.remove(name)
    if not ok then return nil, tostring(robot) end
    local told = ""
    for _, n in ipairs(robot.notices.list) do told = told .. n.text .. "\n" end
    return robot, told, options.scene
end

return robots
