-- What one does with a robot that stands in a scene: its motors, the points of its sites, poses by joints'
-- values, key frames, parts that lie about.
local tw, _, common = ...
local drives = {}

-- ---- motors -------------------------------------------------------------------------------------

-- a motor is a table with the fields below; control is assigned: a number, or a function of t; drive(effort): puts an effort, a number
-- or a function of t, on what the motor acts on, which `own` has
local function motor_of(model, name, own, scale, bias, drive)
    own.name, own.kind, own.gear, own.range = name, model.kind, model.gear, model.range
    local control = 0
    local function clamp(x)
        if not model.range then return x end
        if type(x) == "number" then return math.min(math.max(x, model.range[1]), model.range[2]) end
        return tw.math.clamp(x, model.range[1], model.range[2])
    end
    return setmetatable({}, {
        __index = function(_, key)
            if key == "control" then return control end
            if own[key] ~= nil or key == "range" then return own[key] end
            local names = { "control", "range" }
            for field in pairs(own) do names[#names + 1] = field ~= "range" and field or nil end
            table.sort(names)
            tw.fail("a motor has no field '%s'; it has %s", tostring(key), table.concat(names, ", "))
        end,
        __newindex = function(_, key, value)
            if key ~= "control" then tw.fail("motor '%s': field 'control' can be assigned, got '%s'", tostring(name), tostring(key)) end
            if type(value) == "number" then
                if value - value ~= 0 then tw.fail("motor '%s': field 'control': expected a finite number", tostring(name)) end
                drive(scale * clamp(value) + bias)
            elseif type(value) == "function" then
                drive(function(t) return scale * clamp(value(t)) + bias end)
            else
                tw.fail("motor '%s': field 'control': expected a number or a function of t, got %s", tostring(name), type(value))
            end
            control = value
        end,
        __tostring = function() return string.format("motor '%s'", tostring(name)) end,
    })
end

-- a force and a torque at a site, along the site's axes
local function on_site(robot, model)
    local site, name = robot.sites[model.site], model.name and model.name .. ".motor"
    local function along(v) return site.turn * v end
    local push, turn = along(model.force), along(model.torque)
    local own = {}
    local function value(effort, v)
        if type(effort) == "number" then return { v.x * effort, v.y * effort, v.z * effort } end
        return function(t)
            local e = effort(t)
            return { v.x * e, v.y * e, v.z * e }
        end
    end
    if push:length() > 0 then
        own.force = robot.into:force { name = name, at = robot.point[model.site], value = value(model.bias[1], push), frame = "body" }
    end
    if turn:length() > 0 then
        own.torque = robot.into:torque { name = name, on = site.body, value = value(model.bias[1], turn), frame = "body" }
    end
    return motor_of(model, model.name, own, model.gain, model.bias[1], function(effort)
        if own.force then own.force.value = value(effort, push) end
        if own.torque then own.torque.value = value(effort, turn) end
    end)
end

local SUM = common.sum

-- more joints than one sum may have: efforts alone act on several sums alike
local function on_many(robot, model, sum)
    local numbers, springs = {}, {}
    for number in pairs(model.terms) do numbers[#numbers + 1] = number end
    table.sort(numbers)
    for first = 1, #numbers, SUM do
        local terms = {}
        for k = first, math.min(first + SUM - 1, #numbers) do terms[numbers[k]] = model.terms[numbers[k]] end
        local t = sum(robot, terms, model.place)
        t.name, t.effort = model.name and model.name .. ".motor", model.gear * model.bias[1]
        springs[#springs + 1] = robot.into:joint_spring(t)
    end
    return motor_of(model, model.name, { springs = springs }, model.gear * model.gain, model.gear * model.bias[1], function(effort)
        for _, spring in ipairs(springs) do spring.effort = effort end
    end)
end

-- gain on the control, bias by length and rate: a spring, a damper and an effort in the joints
local function from_file(robot, model, sum)
    if model.site then return on_site(robot, model) end
    if model.many then return on_many(robot, model, sum) end
    local t = sum(robot, model.terms, model.place)
    local gear, ref = model.gear, 0
    for number, ratio in pairs(model.terms) do ref = ref + ratio * (robot.model.joints[number].ref or 0) end
    t.name = model.name and model.name .. ".motor"
    t.stiffness, t.damping = -model.bias[2] * gear ^ 2, -model.bias[3] * gear ^ 2
    if t.stiffness < 0 or t.damping < 0 then
        tw.fail("%s: actuator%s drives away from where it is: its stiffness %g or its damping %g is negative", model.place,
            model.name and " '" .. model.name .. "'" or "", t.stiffness, t.damping)
    end
    t.rest, t.effort = -ref, gear * model.bias[1]
    local spring = robot.into:joint_spring(t)
    return motor_of(model, model.name, { spring = spring }, gear * model.gain, gear * model.bias[1], function(effort) spring.effort = effort end)
end

-- Joints whose coordinates follow from those of others by the couplings of the file, as keys: the pivots of the couplings' rows, eliminated
-- one after the other. The pivot of a row is the joint that the file calls the follower, else the one with the greatest ratio.
local function followers(model)
    local pivots, rows = {}, {}
    for _, e in ipairs(model.off and model.off.equality and {} or model.equalities) do
        local row, best, greatest = {}, nil, 1e-12
        for number, ratio in pairs(e.terms or {}) do row[number] = ratio end
        for _, r in ipairs(rows) do
            local x = row[r.pivot] or 0
            for number, ratio in pairs(r.row) do row[number] = (row[number] or 0) - x * ratio / r.row[r.pivot] end
        end
        for number = 1, #model.joints do
            local size = math.abs(row[number] or 0)
            if size > greatest and not pivots[number] then best, greatest = number, size end
        end
        if e.follower and not pivots[e.follower] and math.abs(row[e.follower] or 0) > 1e-12 then best = e.follower end
        if best then
            pivots[best], rows[#rows + 1] = true, { pivot = best, row = row }
        end
    end
    return pivots
end

-- every joint with a coordinate of its own held by a motor (its angle or position), or by a servo
local function on_joints(robot, how)
    local led = followers(robot.model)
    robot.moves = {}
    for number, joint in ipairs(robot.model.joints) do
        if (joint.kind == "hinge" or joint.kind == "slide") and not led[number] then
            local name = joint.name
            local made
            if how.kind == "motor" then
                local field = joint.kind == "hinge" and "angle" or "position"
                made = robot.into:motor { name = name and name .. ".motor", joint = robot.joints[number], [field] = 0 }
            else
                made = robot.into:joint_spring { name = name and name .. ".servo", joint = robot.joints[number], stiffness = how.stiffness,
                    damping = how.damping, rest = 0 }
            end
            robot.motors[#robot.motors + 1] = made
            robot.moves[#robot.motors] = { kind = joint.kind, joint = robot.joints[number] }
            if name then robot.motor[name] = made end
        end
    end
end

function drives.motors(robot, o, sum)
    if o.drives then
        local how = type(o.drives) == "string" and { kind = o.drives } or o.drives
        if how.kind ~= "motor" and how.kind ~= "spring" then
            tw.fail("tw.import: field 'drives': expected \"motor\", \"spring\" or { kind =, stiffness =, damping = }, got %s",
                tostring(how.kind))
        end
        local total = 0
        for _, body in ipairs(robot.model.bodies) do total = total + (body.inertial and body.inertial.mass or 0) end
        how = { kind = how.kind, stiffness = how.stiffness or 50 * total, damping = how.damping or 2 * total }
        return on_joints(robot, how)
    end
    if not o.actuators or (robot.model.off and robot.model.off.actuation) then return end
    for _, model in ipairs(robot.model.motors) do
        local made = from_file(robot, model, sum)
        robot.motors[#robot.motors + 1] = made
        if model.name then robot.motor[model.name] = made end
    end
end

-- ---- points -------------------------------------------------------------------------------------

function drives.points(robot)
    robot.sites = {}
    local function point(body, site)
        local made, x
        if body then
            x = body:authored { site.position.x, site.position.y, site.position.z }
            made = body:point { x.x, x.y, x.z }
        else
            x = robot.frame_x + robot.frame_q * site.position
            made = robot.scene:nail { x.x, x.y, x.z }
        end
        robot.points[#robot.points + 1] = made
        if not site.name then return end
        robot.point[site.name] = made
        robot.sites[site.name] = { body = body, own = x, turn = site.orientation } -- own: the place in the body, or in the world
    end
    for _, site in ipairs(robot.model.world and robot.model.world.sites or {}) do point(nil, site) end
    for i, body in ipairs(robot.model.bodies) do
        for _, site in ipairs(body.sites) do point(robot.bodies[i], site) end
    end
end

-- ---- poses --------------------------------------------------------------------------------------

local function turn_in(x, q, at, axis, angle)
    local r = tw.axis_angle(axis, angle)
    local place = x + q * at
    q = q * r
    return place - q * at, q
end

-- of all bodies, in the robot's frame, and behind each joint: value [number of the joint] = number, quaternion, or
-- { position, quaternion }
function drives.forward(robot, value)
    local behind, pose = {}, { [0] = { x = tw.vec3(0, 0, 0), q = common.one } }
    for _, i in ipairs(robot.model.order) do
        local body = robot.model.bodies[i]
        local p = pose[body.parent]
        local x, q = p.x + p.q * body.position, p.q * body.orientation
        for _, number in ipairs(body.joints) do
            local joint, v = robot.model.joints[number], value[number]
            if v ~= nil then
                if joint.kind == "free" then
                    x, q = v[1], v[2]
                elseif joint.kind == "ball" then
                    local at = x + q * joint.position
                    q = q * v
                    x = at - q * joint.position
                elseif joint.kind == "hinge" then
                    x, q = turn_in(x, q, joint.position, joint.axis, v)
                else
                    x = x + q * (joint.axis * v)
                end
            end
            behind[number] = { x = x, q = q }
        end
        pose[i] = { x = x, q = q }
    end
    return pose, behind
end

-- bodies go to where these values of joints put them, at rest; those that are not named are at 0
function drives.place(robot, value)
    local pose, behind = drives.forward(robot, value)
    local function put(made, i, p)
        local own = robot.model.bodies[i].inertial
        local centre = own and own.position or tw.vec3(0, 0, 0)
        made.position = robot.frame_x + robot.frame_q * (p.x + p.q * centre)
        made.orientation = robot.frame_q * p.q
        made.velocity, made.angular_velocity = { 0, 0, 0 }, { 0, 0, 0 }
    end
    for i, body in ipairs(robot.bodies) do
        if not body.fixed then put(body, i, pose[i]) end
    end
    for _, light in ipairs(robot.between) do put(light.made, light.body, behind[light.last]) end
end

-- robot:pose{ NAME or number = angle or position, ... }
function drives.pose(robot, values)
    local value, known = {}, {}
    for number, joint in ipairs(robot.model.joints) do
        known[number] = number
        if joint.name then known[joint.name] = number end
    end
    for name, v in pairs(values) do
        local number = known[name]
        if not number then tw.fail("robot:pose: there is no joint '%s'", tostring(name)) end
        if type(v) ~= "number" or v - v ~= 0 then tw.fail("robot:pose: joint '%s': expected a number, got %s", tostring(name), tostring(v)) end
        local kind = robot.model.joints[number].kind
        if kind ~= "hinge" and kind ~= "slide" then tw.fail("robot:pose: '%s' is a %s joint and has no angle or position", tostring(name), kind) end
        value[number] = v
    end
    drives.place(robot, value)
end

-- the joints' values of a key frame: qpos of the file, joint by joint
function drives.keyframe(robot, name)
    local key
    for _, k in ipairs(robot.model.keyframes) do key = key or ((k.name == name or k.name == tostring(name)) and k) end
    if not key then tw.fail("robot:keyframe: there is no key frame '%s'", tostring(name)) end
    local q, at, value = key.qpos or {}, 1, {}
    local width = { free = 7, ball = 4, hinge = 1, slide = 1 }
    local want = 0
    for _, joint in ipairs(robot.model.joints) do want = want + width[joint.kind] end
    if #q ~= want then tw.fail("%s: key frame '%s': expected %d numbers in 'qpos', got %d", key.place, key.name, want, #q) end
    for number, joint in ipairs(robot.model.joints) do
        if joint.kind == "free" then
            value[number] = { common.vector(q, at), common.quat(key.element, "attribute 'qpos'", { q[at + 3], q[at + 4], q[at + 5], q[at + 6] }) }
        elseif joint.kind == "ball" then
            value[number] = common.quat(key.element, "attribute 'qpos'", { q[at], q[at + 1], q[at + 2], q[at + 3] })
        else
            value[number] = q[at] - (joint.ref or 0)
        end
        at = at + width[joint.kind]
    end
    drives.place(robot, value)
end

-- ---- parts that lie about -----------------------------------------------------------------------

-- numbers in 0 .. 1 from a seed, the same everywhere
local function chance(seed)
    local state = (seed * 2654435761 + 12345) & 0xffffffffffffffff
    return function()
        state = (state * 6364136223846793005 + 1442695040888963407) & 0xffffffffffffffff
        return (state >> 11) / 9007199254740992.0
    end
end

-- each body that moves somewhere on the floor about the robot, turned anyhow, at rest
function drives.scatter(robot, seed)
    local next_number = chance(seed)
    local lo, hi
    for _, body in ipairs(robot.bodies) do
        local x = body.position
        lo = lo and tw.vec3(math.min(lo.x, x.x), math.min(lo.y, x.y), math.min(lo.z, x.z)) or x
        hi = hi and tw.vec3(math.max(hi.x, x.x), math.max(hi.y, x.y), math.max(hi.z, x.z)) or x
    end
    if not lo then return end
    local reach = math.max((hi - lo):length(), 0.1)
    local middle = (lo + hi) * 0.5
    for _, body in ipairs(robot.bodies) do
        if not body.fixed then
            local u = { next_number() - 0.5, next_number() - 0.5, next_number() }
            body.position = { middle.x + 2 * reach * u[1], middle.y + 2 * reach * u[2], lo.z + reach * (0.1 + 0.5 * u[3]) }
            local z, turn = 2 * next_number() - 1, 2 * math.pi * next_number()
            local r = (1 - z * z) ^ 0.5
            body.orientation = tw.axis_angle({ r * tw.math.cos(turn), r * tw.math.sin(turn), z }, 2 * math.pi * next_number())
            body.velocity, body.angular_velocity = { 0, 0, 0 }, { 0, 0, 0 }
        end
    end
end

-- the parts lie about and fly to the reference pose, by welds to their parents and of the roots to the world; at time `at` the
-- joints take over, motors hold them, and the robot is let go: it is heavy and touches again
function drives.together(robot, seed, at)
    local scene, ties, joints, touching = robot.scene, {}, {}, {}
    for i, body in ipairs(robot.bodies) do
        touching[i] = body.collide
        body.collide = false
        if not body.fixed then
            ties[#ties + 1] = scene:weld { a = body, b = robot.bodies[robot.model.bodies[i].parent], at = body.position }
        end
    end
    for _, c in ipairs(robot.group.constraints) do
        if c.kind ~= "weld" then
            joints[#joints + 1] = c
            c:disable()
        end
    end
    drives.scatter(robot, seed)
    local air = scene:drag { rate = 1 }
    local gravity = scene.gravity
    if not (gravity:length() > 0) then gravity = robot.gravity end
    scene.gravity = { 0, 0, 0 }
    scene:at(at, function()
        for _, tie in ipairs(ties) do tie:remove() end
        for _, c in ipairs(joints) do c:enable() end
        for number, motor in ipairs(robot.motors) do -- whole turns that the parts have made do not count
            local move = robot.moves and robot.moves[number]
            if move and move.kind == "hinge" then motor.angle = move.joint.angle end
            if move and move.kind == "slide" then motor.position = move.joint.position end
        end
        for i, body in ipairs(robot.bodies) do body.collide = touching[i] end
        air:remove()
        scene.gravity = gravity
    end)
end

return drives
