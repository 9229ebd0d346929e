-- Forces of a model (tauwerk/robot/common.lua) that have no kind of their own, as functions of the motion of bodies: tendons along several
-- places, and what holds a free joint. Each function is text with its numbers in it, so that a script can have it as well.
local tw, drives, text_of = ...
local pulls = {}

-- in parentheses if it begins with "-": after another "-" it would begin a comment
local function number(x)
    local s = string.format("%.17g", x)
    return s:sub(1, 1) == "-" and "(" .. s .. ")" or s
end

local function vector(v) return string.format("tw.vec3(%s, %s, %s)", number(v.x), number(v.y), number(v.z)) end

-- custom_force whose function has this text
local function add(robot, name, bodies, lines)
    local text = "function(_, x)\n" .. table.concat(lines, "\n") .. "\nend"
    local made = assert(load("local tw = ...; return " .. text, "=" .. (name or "force"), "t"))(tw)
    text_of[made] = text
    return robot.into:custom_force { name = name, bodies = bodies, force = made }
end

-- ---- tendons --------------------------------------------------------------------------------------

-- poses of the model's bodies, in the robot's frame, where the springs of all joints are at rest
function pulls.rest_pose(robot)
    local value = {}
    for i, joint in ipairs(robot.model.joints) do
        if joint.kind == "hinge" or joint.kind == "slide" then value[i] = joint.rest or 0 end
    end
    return (drives.forward(robot, value))
end

-- length of a path { { site, site, divisor }, ... } at these poses of the model's bodies; a spring whose rest length is not given rests
-- as long as the path is at rest_pose, as in MuJoCo
function pulls.length(robot, path, pose)
    local sum = 0
    local function place(name)
        local site = robot.model.site[name]
        return pose[site.body].x + pose[site.body].q * site.position
    end
    for _, s in ipairs(path) do sum = sum + (place(s[2]) - place(s[1])):length() / s[3] end
    return sum
end

-- what writes the function of a tendon: lines of text; bodies whose motion it reads, and their numbers
local function writer(robot)
    local w = { lines = {}, bodies = {}, number_of = {}, sites = {} }

    function w.line(format, ...) w.lines[#w.lines + 1] = string.format(format, ...) end

    -- a site as { k: its arm, place and velocity are the variables r, x and v with this number; body: the number of its body, nil: the world }
    function w.site(name)
        if w.sites[name] then return w.sites[name] end
        local p, k = robot.sites[name], #w.lines + 1
        local b = p.body and w.number_of[p.body]
        if p.body and not b then
            b = #w.bodies + 1
            w.bodies[b], w.number_of[p.body] = p.body, b
        end
        if b then
            w.line("  local r%d = x[%d].orientation * %s", k, b, vector(p.own))
            w.line("  local x%d, v%d = x[%d].position + r%d, x[%d].velocity + x[%d].angular_velocity:cross(r%d)", k, k, b, k, b, b, k)
        else
            w.line("  local x%d, v%d = %s, tw.vec3(0, 0, 0)", k, k, vector(p.own))
        end
        w.sites[name] = { k = k, body = b }
        return w.sites[name]
    end
    return w
end

-- directions n of the segments that move, each by 1 / divisor, and the terms of the length and of its rate
local function segments(robot, w, path)
    local lengths, rates, moving = {}, {}, {}
    for n, s in ipairs(path) do
        local a, b = w.site(s[1]), w.site(s[2])
        if a.body ~= b.body then
            local part = number(1 / s[3])
            w.line("  local d%d = x%d - x%d", n, b.k, a.k)
            w.line("  local l%d = d%d:length()", n, n)
            w.line("  local n%d = d%d * (%s / tw.math.max(l%d, 1e-12))", n, n, part, n) -- where the sites meet it has no direction
            lengths[#lengths + 1] = string.format("l%d * %s", n, part)
            rates[#rates + 1] = string.format("n%d:dot(v%d - v%d)", n, b.k, a.k)
            moving[#moving + 1] = { n = n, a = a, b = b }
        else -- two places of one body keep their distance
            lengths[#lengths + 1] = number((robot.sites[s[2]].own - robot.sites[s[1]].own):length() / s[3])
        end
    end
    return lengths, rates, moving
end

-- A spring and a damper along segments between sites, each counted by 1 / divisor:
--     L = sum |X_b - X_a| / divisor,   T = -stiffness (L - rest) - damping L',   force of a segment on b: T / divisor along it
-- rest: two lengths between which the spring is slack. [MuJoCo, "Computation": spatial tendons]
function pulls.tendon(robot, t)
    local w = writer(robot)
    local lengths, rates, moving = segments(robot, w, t.path)
    if #moving == 0 then return nil end
    w.line("  local L = %s", table.concat(lengths, " + "))
    local over = string.format("L - %s", number(t.rest[1]))
    if t.rest[1] ~= t.rest[2] then
        over = string.format("tw.math.max(L - %s, 0) + tw.math.min(L - %s, 0)", number(t.rest[2]), number(t.rest[1]))
    end
    w.line("  local T = -%s * (%s) - %s * (%s)", number(t.stiffness), over, number(t.damping), table.concat(rates, " + "))
    local forces, torques = {}, {} -- of each body: sums as text
    for b in ipairs(w.bodies) do forces[b], torques[b] = "tw.vec3(0, 0, 0)", "tw.vec3(0, 0, 0)" end
    local function act(at, sign, n)
        if not at.body then return end
        forces[at.body] = string.format("%s %s n%d * T", forces[at.body], sign, n)
        torques[at.body] = string.format("%s %s r%d:cross(n%d * T)", torques[at.body], sign, at.k, n)
    end
    for _, s in ipairs(moving) do
        act(s.b, "+", s.n)
        act(s.a, "-", s.n)
    end
    w.line("  return {")
    for b in ipairs(w.bodies) do w.line("    { force = %s, torque = %s },", forces[b], torques[b]) end
    w.line("  }")
    return add(robot, t.name, w.bodies, w.lines)
end

-- ---- free joints ----------------------------------------------------------------------------------

-- A free joint's spring and damper: on the place of the body's origin in the world by a force, on its turn as a ball joint's
--     F = -stiffness (X - X_0) - damping X',   X: the origin of the body, X_0: its place at the reference pose
function pulls.free(robot, joint, body)
    local own = body:authored { 0, 0, 0 }
    local pose = robot.reference[joint.body]
    local at = robot.frame_x + robot.frame_q * pose.x
    robot.into:torsion_spring { name = joint.name, a = body, stiffness = joint.stiffness, damping = joint.damping, rest = "posed" }
    add(robot, joint.name, { body }, {
        string.format("  local r = x[1].orientation * %s", vector(own)),
        string.format("  local F = (x[1].position + r - %s) * -%s - (x[1].velocity + x[1].angular_velocity:cross(r)) * %s", vector(at),
            number(joint.stiffness), number(joint.damping)),
        "  return { { force = F, torque = r:cross(F) } }",
    })
end

return pulls
