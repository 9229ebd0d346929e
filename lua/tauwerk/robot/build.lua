-- A model (tauwerk/robot/common.lua) as objects of a scene: bodies, joints, springs, limits, rotors,
-- equalities, points. shapes.lua adds what is seen and what touches, drives.lua motors, poses and scattering.
local tw, host, common, drives, shapes, weights, exact, rotors = ...
local build = { text_of = rotors.text_of } -- functions of forces and constraints as text
local pulls = host.chunk("tauwerk.robot.pulls", tw, drives, build.text_of)

-- ---- names ----------------------------------------------------------------------------------------

-- names of objects have no '/'; the file's own stay those of robot.body, robot.joint, ...
local function plain(name) return name and (name:gsub("/", "_")) end

local class_of = { compound = "body", body = "body", prop = "prop", joint_spring = "force", torsion_spring = "force", spring = "force",
    custom_force = "force", force = "force", torque = "force" }

-- makes objects of a group; a name that one of the same sort has gets a number
local function into(group)
    local used = {}
    -- rubs: a joint with dry friction, whose motor has its name with _friction behind it
    local function free(class, name, rubs)
        used[class] = used[class] or {}
        local stem, n = plain(name), 1
        if stem == "" then return nil end
        name = stem
        while name and (used[class][name] or (rubs and used[class][name .. "_friction"])) do
            n = n + 1
            name = stem .. "." .. n
        end
        return name
    end
    return setmetatable({}, { __index = function(_, kind)
        local class = class_of[kind] or "constraint"
        return function(_, ...)
            local given = table.pack(...)
            local t = given[given.n]
            local rubs = class == "constraint" and t.friction ~= nil
            t.name = free(class, t.name, rubs)
            local made = group[kind](group, table.unpack(given, 1, given.n))
            used[class] = used[class] or {}
            local name = made.name:match "[^/]*$"
            used[class][name] = true
            if rubs then used[class][name .. "_friction"] = true end
            return made
        end
    end })
end

-- ---- poses --------------------------------------------------------------------------------------

-- of all bodies at the reference pose, in the robot's frame
local function reference(model)
    local pose = { [0] = { x = tw.vec3(0, 0, 0), q = common.one } }
    for _, i in ipairs(model.order) do
        local body = model.bodies[i]
        local p = pose[body.parent]
        pose[i] = { x = p.x + p.q * body.position, q = p.q * body.orientation }
    end
    return pose
end

-- how low the solids of a model reach at the reference pose
function build.lowest(model)
    local pose, least = reference(model), nil
    for i, body in ipairs(model.bodies) do
        for _, geom in ipairs(body.geoms) do
            if geom.kind ~= "plane" then
                local x, q = pose[i].x + pose[i].q * geom.position, pose[i].q * geom.orientation
                least = math.min(least or math.huge, x.z - shapes.below(geom, q))
            end
        end
    end
    return least or 0
end

-- ---- bodies -------------------------------------------------------------------------------------

local nothing = { mass = 1e-9, position = tw.vec3(0, 0, 0), inertia = common.diagonal(1e-9, 1e-9, 1e-9) }

local light = { mass = 1e-6, position = tw.vec3(0, 0, 0), inertia = common.diagonal(1e-6, 1e-6, 1e-6) }

-- mass and inertia of a body; nil: it has no mass
local function check_inertial(body)
    local own = body.inertial
    if own and not (own.mass > 0) then return nil end
    return own
end

-- principal moments that a solid can have: none 0, none more than the other two together. Of URDF and SDF those that are too small are
-- raised, as other programs run such files; MuJoCo refuses them
local function sound(robot, i, own)
    local body, worst, changed, wrong = robot.model.bodies[i], nil, nil, false
    local function solid(p)
        local most = math.max(p[1], p[2], p[3])
        local least = most > 0 and most * 1e-9 or own.mass * (#body.joints > 0 and 4e-7 or 1e-9)
        worst = math.min(p[1], p[2], p[3])
        for k = 1, 3 do
            if p[k] < least then p[k], changed = least, "a moment of inertia is 0" end
        end
        local lack = 2 * math.max(p[1], p[2], p[3]) - (p[1] + p[2] + p[3])
        if lack > most * 1e-9 then
            changed, wrong = "the largest moment of inertia exceeds the sum of the other two", true
            for k = 1, 3 do
                if p[k] < most then p[k] = p[k] + lack / 2 end
            end
        end
        return p
    end
    local name, sum = tostring(body.name), 0
    for i = 1, 3 do
        for j = 1, 3 do sum = sum + math.abs(own.inertia[i][j]) end
    end
    if sum - sum ~= 0 then tw.fail("%s: body '%s': its moments of inertia are too large", body.place, name) end
    local inertia = common.with_moments(own.inertia, solid)
    if not changed then return own end
    if worst < -1e-9 * math.abs(own.inertia[1][1] + own.inertia[2][2] + own.inertia[3][3]) then
        tw.fail("%s: body '%s': a moment of inertia is negative", body.place, name)
    end
    if wrong and not robot.model.light and not robot.static[i] then tw.fail("%s: body '%s': %s", body.place, name, changed) end
    robot.notices:add(body.element, "body '%s': %s: those that are too small are raised", name, changed)
    return { mass = own.mass, position = own.position, inertia = inertia }
end

-- is something with mass fastened to the body, at any depth
local function carries(model, i)
    for k, body in ipairs(model.bodies) do
        if body.parent == i and #body.joints == 0 and (check_inertial(body) or carries(model, k)) then return true end
    end
    return false
end

local function make_body(robot, i)
    local model, body, pose = robot.model, robot.model.bodies[i], robot.reference[i]
    local own = check_inertial(body)
    if not own and not robot.static[i] then
        if #body.joints > 0 and not model.light and not carries(model, i) and not body.partial then
            tw.fail("%s: %s moves, but has neither mass nor a solid that would give it one", body.place, body.name and "body '" .. body.name .. "'" or "a body")
        end
        local what = #body.joints > 0 and "bodies without mass that move count as 1e-6 kg" or "bodies without mass that are fastened to others count as 1e-9 kg"
        if #body.joints > 0 and not model.light then what = "bodies that move without mass of their own count as 1e-9 kg" end
        robot.notices:add(body.element, what)
        if #body.joints > 0 and model.light then own = light end
    end
    own = own and sound(robot, i, own) or nothing
    local solids, others, touches, seen = shapes.sort(robot, body.geoms)
    local made = shapes.make(robot, body.element, solids, own.position, function(list)
        local part = { kind = "body", mass = own.mass, inertia = own.inertia, position = own.position, shape = #list > 0 and list or nil }
        return robot.into:compound { name = body.name, parts = { part }, origin = pose.x, orientation = pose.q, fixed = robot.static[i],
            collide = touches and #list > 0, visible = seen, friction = shapes.most(solids, "friction"), restitution = shapes.most(solids, "restitution") }
    end)
    shapes.show(robot, made, others, own.position)
    return made
end

-- ---- joints -------------------------------------------------------------------------------------

local function of_joint(robot, joint)
    local pose = robot.reference[joint.body]
    return pose.x + pose.q * joint.position, pose.q * joint.axis
end

-- dry friction, of joints that have it
local function dry(robot, joint)
    if not robot.dry or not (joint.friction > 0) then return nil end
    if joint.kind == "hinge" or joint.kind == "slide" then return joint.friction end
    robot.notices:add(joint.element, "dry friction of %s joints is passed over", joint.kind)
end

local function one_joint(robot, joint, a, b)
    local at, axis = of_joint(robot, joint)
    local g, friction = robot.into, dry(robot, joint)
    local t = { name = joint.name, a = a, b = b, at = at, friction = friction }
    if joint.kind == "free" then return g:serial { name = joint.name, a = a, b = b, free = true } end
    if joint.kind == "ball" then return g:ball(t) end
    t.axis = axis
    if joint.kind == "hinge" then return g:hinge(t) end
    if joint.kind == "planar" then return g:planar(t) end
    if joint.kind == "screw" then
        t.friction, t.pitch = nil, joint.pitch
        return g:screw(t)
    end
    return g:slider(t)
end

-- several as a serial joint; each is an object, the first has the rows
local function row(robot, joints, a, b)
    local made = {}
    for k, joint in ipairs(joints) do
        local t, slides, turns = { name = joint.name, a = a, b = b, coordinate = k, rows = k == 1,
            friction = dry(robot, joint) }, 0, 0
        for _, other in ipairs(joints) do
            local at, axis = of_joint(robot, other)
            if other.kind == "slide" then
                slides = slides + 1
                t["slide" .. slides] = axis
            else
                turns = turns + 1
                t["turn" .. turns], t["at" .. turns] = axis, at
            end
        end
        made[k] = robot.into:serial(t)
    end
    return made
end

-- may joints first .. last be one serial joint: sliders, then hinges, none along what is there
local function serial(robot, joints)
    local slides, turns = {}, {}
    for _, joint in ipairs(joints) do
        local _, axis = of_joint(robot, joint)
        if joint.kind == "slide" and #turns == 0 then
            slides[#slides + 1] = axis
        elseif joint.kind == "hinge" then
            if #turns > 0 and turns[#turns]:cross(axis):length() < 1e-3 then return false end
            turns[#turns + 1] = axis
        else
            return false
        end
    end
    if #turns > 3 or #slides > 3 then return false end
    if #turns == 3 and math.abs(turns[1]:dot(turns[2]:cross(turns[3]))) < 1e-3 then return false end
    if #slides == 2 and slides[1]:cross(slides[2]):length() < 1e-3 then return false end
    if #slides == 3 and math.abs(slides[1]:dot(slides[2]:cross(slides[3]))) < 1e-3 then return false end
    return true
end

-- a light body between the joints of a body that are not one serial joint
local function between(robot, i, k, joints)
    local body, pose = robot.model.bodies[i], robot.reference[i]
    local own = check_inertial(body) or nothing
    local mean = (own.inertia[1][1] + own.inertia[2][2] + own.inertia[3][3]) / 3
    robot.notices:add(body.element, "joints of one body that are no row of sliders, then hinges, get bodies of 3e-7 of its mass between them")
    local light = robot.into:body { name = body.name and body.name .. "." .. k, mass = own.mass * 3e-7,
        inertia = { mean * 3e-7, mean * 3e-7, mean * 3e-7 }, position = pose.x + pose.q * own.position, orientation = pose.q }
    robot.between[#robot.between + 1] = { made = light, body = i, last = joints[#joints].number }
    return light
end

local function join(robot, i)
    local model, body = robot.model, robot.model.bodies[i]
    local a, b = robot.bodies[i], robot.bodies[body.parent]
    if #body.joints == 0 then
        if robot.static[i] or body.parent == 0 then return end
        robot.into:weld { name = body.name and body.name .. ".weld", a = a, b = b, at = robot.reference[i].x }
        return
    end
    local groups, current = {}, {}
    for _, number in ipairs(body.joints) do
        local trial = { table.unpack(current) }
        trial[#trial + 1] = model.joints[number]
        trial[#trial].number = number
        if #current > 0 and not serial(robot, trial) then
            groups[#groups + 1], current = current, { model.joints[number] }
        else
            current = trial
        end
    end
    groups[#groups + 1] = current
    for k, joints in ipairs(groups) do
        local child = k == #groups and a or between(robot, i, k, joints)
        local made = #joints == 1 and { one_joint(robot, joints[1], child, b) } or row(robot, joints, child, b)
        for n, joint in ipairs(joints) do
            robot.joints[joint.number] = made[n]
            robot.ends[joint.number] = { child, b }
        end
        b = child
    end
end

-- ---- springs, friction, limits, rotors ----------------------------------------------------------

local function spring(robot, number)
    local joint, made, ends = robot.model.joints[number], robot.joints[number], robot.ends[number]
    if joint.stiffness == 0 and joint.damping == 0 then return end
    if joint.kind == "free" and not ends[2] then
        pulls.free(robot, joint, ends[1])
    elseif joint.kind == "free" or joint.kind == "planar" or joint.kind == "screw" then
        robot.notices:add(joint.element, "stiffness and damping of %s joints are passed over", joint.kind)
    elseif joint.kind == "ball" then
        robot.into:torsion_spring { name = joint.name, a = ends[1], b = ends[2], stiffness = joint.stiffness,
            damping = joint.damping, rest = "posed" }
    else
        robot.into:joint_spring { name = joint.name, joint = made, stiffness = joint.stiffness, damping = joint.damping,
            rest = joint.rest or 0 }
    end
end

-- `springdamper` of MJCF: a time constant and a damping ratio for what moves at the joint
local function spring_by_time(robot)
    local free
    for number, joint in ipairs(robot.model.joints) do
        local own = joint.springdamper
        if own then
            free = free or weights(robot.model, robot.reference)
            if not free then tw.fail("%s: attribute 'springdamper': a body that moves has no mass", joint.place) end
            local inertia = 1 / free(number)
            joint.stiffness, joint.damping = inertia / (own[1] * own[2]) ^ 2, 2 * inertia / own[1]
        end
    end
end

local function limit(robot, number)
    local joint, made = robot.model.joints[number], robot.joints[number]
    if not joint.lower and not joint.upper then return end
    if joint.kind ~= "hinge" and joint.kind ~= "slide" then
        return robot.notices:add(joint.element, "limits of %s joints are passed over", joint.kind)
    end
    robot.into:limit { name = joint.name and joint.name .. ".limit", joint = made, lower = joint.lower, upper = joint.upper }
end

-- a flywheel of that moment on a hinge of the world, which turns as far as the joint (docs/robots.md)
local function rotor(robot, number)
    local joint, made = robot.model.joints[number], robot.joints[number]
    if not (joint.armature > 0) or (joint.kind == "free" and robot.static[joint.body]) then return end
    local at = of_joint(robot, joint)
    local stem = joint.name or "joint" .. number
    local function wheel(name) -- its turn is its own: poses of the robot leave it
        return robot.into:body { name = name, mass = joint.armature, inertia = { joint.armature, joint.armature, joint.armature },
            position = at, visible = false }
    end
    local function lead(name, points, ...) -- a wheel that turns in any way
        local bodies = { wheel(name), ... }
        robot.into:ball { name = name, a = bodies[1], at = at }
        robot.into:constraint { name = name .. ".turn", level = "velocity", points = points, bodies = bodies, deviation = rotors.follow[#bodies] }
    end
    local name, a, b = stem .. ".rotor", robot.ends[number][1], robot.ends[number][2]
    if joint.kind == "ball" then return lead(name, nil, a, b) end -- turns in the world as the child does, seen from the child
    if joint.kind == "free" then -- the armature resists all six freedoms: the turn, and the motion of the body's origin
        lead(name, nil, a)
        local x = robot.frame_x + robot.frame_q * robot.reference[joint.body].x
        return lead(stem .. ".mover", { a:point_at { x.x, x.y, x.z } })
    end
    local turning = wheel(name)
    local hinge = robot.into:hinge { name = name, a = turning, at = at, axis = { 0, 0, 1 } }
    robot.into:coupling { name = name .. ".turn", joint = made, joint2 = hinge, ratio2 = -1, level = "velocity" }
end

-- springs over several joints, and between sites
local function tendons(robot)
    for _, tendon in ipairs(robot.model.tendons) do
        if tendon.stiffness > 0 or tendon.damping > 0 then
            local t = build.sum(robot, tendon.terms, tendon.place)
            t.name, t.stiffness, t.damping, t.rest = tendon.name, tendon.stiffness, tendon.damping, tendon.rest or 0
            robot.into:joint_spring(t)
        end
    end
    local pose = #robot.model.strings > 0 and pulls.rest_pose(robot)
    for _, t in ipairs(robot.model.strings) do
        local own, first = { name = t.name, stiffness = t.stiffness, damping = t.damping, path = t.path, rest = t.rest }, t.path[1]
        if not own.rest then
            local length = pulls.length(robot, t.path, pose)
            own.rest = { length, length }
        end
        if #t.path == 1 and first[3] == 1 and own.rest[1] == own.rest[2] then
            robot.into:spring { name = t.name, a = robot.point[first[1]], b = robot.point[first[2]], stiffness = t.stiffness,
                damping = t.damping, rest = own.rest[1] }
        else
            pulls.tendon(robot, own)
        end
    end
end

-- ---- equalities ---------------------------------------------------------------------------------

-- joint, ratio, joint2, ratio2 ... of a sum of coordinates
function build.sum(robot, terms, place)
    local t, n = {}, 0
    local numbers = {}
    for number in pairs(terms) do numbers[#numbers + 1] = number end
    table.sort(numbers)
    for _, number in ipairs(numbers) do
        local kind = robot.model.joints[number].kind
        if kind ~= "hinge" and kind ~= "slide" then
            tw.fail("%s: expected joints with an angle or a position, got the %s joint '%s'", place, kind,
                tostring(robot.model.joints[number].name))
        end
        n = n + 1
        if n > 6 then tw.fail("%s: expected at most 6 joints in a sum", place) end
        t["joint" .. (n > 1 and n or "")], t["ratio" .. (n > 1 and n or "")] = robot.joints[number], terms[number]
    end
    return t
end

local equalities = {}

function equalities.connect(robot, e)
    local pose = robot.reference[e.a]
    local at = robot.frame_x + robot.frame_q * (pose.x + pose.q * e.anchor)
    local function point(i)
        if i == 0 then return robot.scene:nail { at.x, at.y, at.z } end
        return robot.bodies[i]:point_at { at.x, at.y, at.z }
    end
    local p, q = e.a, e.b
    if p == 0 then p, q = q, p end
    return robot.into:connect(point(p), point(q), { name = e.name })
end

-- the places of two sites
function equalities.join(robot, e)
    local p, q = robot.point[e.a], robot.point[e.b]
    if not p.body then p, q = q, p end
    return robot.into:connect(p, q, { name = e.name })
end

function equalities.weld(robot, e)
    local p, q, position, orientation = e.a, e.b, e.position, e.orientation
    if not orientation then
        local at = robot.reference[p].x
        if p == 0 then p, q = q, p end
        return robot.into:weld { name = e.name, a = robot.bodies[p], b = robot.bodies[q], at = at }
    end
    if q == 0 then -- the world comes first, and the body stands in its frame the opposite way
        p, q, orientation = q, p, orientation:inverse()
        position = -(orientation * position)
    end
    local a, b = robot.bodies[p], robot.bodies[q]
    -- body2 stands at relpose in the frame of body1, wherever they are now
    local first = robot.reference[p]
    local x, turn = first.x + first.q * position, first.q * orientation
    local second = robot.reference[q]
    local was, turned = robot.bodies[q].position, robot.bodies[q].orientation
    local by = robot.frame_q * turn * second.q:inverse() * robot.frame_q:inverse()
    local origin, now = robot.frame_x + robot.frame_q * x, robot.frame_x + robot.frame_q * second.x
    b.position, b.orientation = origin + by * (was - now), by * turned
    local made = robot.into:weld { name = e.name, a = b, b = a, at = x }
    b.position, b.orientation = was, turned
    return made
end

function equalities.coupling(robot, e)
    local t = build.sum(robot, e.terms, e.place)
    t.name, t.value = e.name, e.value
    return robot.into:coupling(t)
end

-- ---- the world's own ----------------------------------------------------------------------------

local function scenery(robot)
    local model, parts, grounded = robot.model, {}, false
    for _, geom in ipairs(model.world and model.world.geoms or {}) do
        local up = robot.frame_q * (geom.orientation * tw.vec3(0, 0, 1))
        if geom.kind == "plane" and up.z > 1 - 1e-9 then
            if not grounded then
                local at = robot.frame_x + robot.frame_q * geom.position
                robot.scene:ground { height = at.z, friction = geom.friction, restitution = geom.restitution }
                grounded = true
            end
        elseif geom.kind == "plane" then
            local size = { geom.fields.size[1] > 0 and geom.fields.size[1] or 20, geom.fields.size[2] > 0 and geom.fields.size[2] or 20, 0.01 }
            local t = { kind = "box", fields = { size = size }, orientation = geom.orientation, color = geom.color,
                position = geom.position - geom.orientation * tw.vec3(0, 0, 0.005), collides = geom.collides, seen = geom.seen,
                friction = geom.friction, restitution = geom.restitution }
            parts[#parts + 1] = t
        else
            parts[#parts + 1] = geom
        end
    end
    local solids, others, touches, seen = shapes.sort(robot, parts)
    if #solids == 0 then return end
    robot.world = shapes.make(robot, robot.model.element, solids, tw.vec3(0, 0, 0), function(list)
        return robot.into:body { name = "world", mass = 1, inertia = { 1, 1, 1 }, shape = list, fixed = true, collide = touches, visible = seen,
            friction = shapes.most(solids, "friction"), restitution = shapes.most(solids, "restitution") }
    end)
    shapes.show(robot, robot.world, others, tw.vec3(0, 0, 0))
end

-- pairs that the file does not let touch
local function part_pairs(robot)
    local model, weld, made = robot.model, {}, robot.bodies
    if not robot.contacts then return end
    for _, i in ipairs(model.order) do
        local body = model.bodies[i]
        weld[i] = (#body.joints == 0 and body.parent > 0) and weld[body.parent] or i
    end
    local function masks(i, j)
        for _, p in ipairs(model.bodies[i].geoms) do
            for _, q in ipairs(model.bodies[j].geoms) do
                if not p.contype or (p.contype & q.conaffinity) | (q.contype & p.conaffinity) ~= 0 then return true end
            end
        end
        return false
    end
    local function above(i) return weld[model.bodies[weld[i]].parent] end
    local function strangers(i, j) -- SDF: links of one model touch each other where one of them says so
        local p, q = model.bodies[i], model.bodies[j]
        return not p.family or p.family ~= q.family or p.touches_family or q.touches_family
    end
    for i = 1, #made do
        for j = i + 1, #made do
            local never = not strangers(i, j) or weld[i] == weld[j] or above(i) == weld[j] or above(j) == weld[i] or not masks(i, j)
            if never and made[i].collide and made[j].collide then robot.scene:collide(made[i], made[j], false) end
        end
    end
    for _, pair in ipairs(model.excludes) do
        if pair[1] > 0 and pair[2] > 0 then robot.scene:collide(made[pair[1]], made[pair[2]], false) end
    end
end

-- ---- all ----------------------------------------------------------------------------------------

local function fix(robot, base)
    robot.static = { [0] = true }
    for _, i in ipairs(robot.model.order) do
        local body = robot.model.bodies[i]
        local root = body.parent == 0
        local free = #body.joints == 1 and robot.model.joints[body.joints[1]].kind == "free"
        robot.static[i] = robot.static[body.parent] and #body.joints == 0
        local loose = base == "free" or (base == "loose" and not body.grounded and not body.fixed)
        if root and loose and #body.joints == 0 then robot.static[i] = false end
        if root and base == "fixed" and free then robot.static[i] = true end
    end
end

function build.robot(robot, scene, o)
    local model = robot.model
    local off = model.off or {} -- <flag> of MJCF
    local springs, limits = o.springs and not off.passive, o.limits and not off.limit
    for _, list in ipairs { model.joints, model.tendons, model.strings } do
        for _, x in ipairs(list) do x.stiffness, x.damping = off.spring and 0 or x.stiffness, off.damper and 0 or x.damping end
    end
    robot.scene, robot.dry, robot.contacts = scene, o.friction and not off.frictionloss, o.contacts and not model.untouched
    robot.frame_x, robot.frame_q = o.at, o.orientation
    robot.reference, robot.ends, robot.between = reference(model), {}, {}
    fix(robot, o.base or model.base)
    robot.group = scene:group { name = plain(o.name or model.name), position = o.at, orientation = o.orientation, tau = o.tau }
    robot.into = into(robot.group)
    if exact.counts(model, o) then
        exact.build(robot, rotors.follow)
        drives.points(robot)
        model.motors = {} -- the records have their efforts
        return drives.motors(robot, o, build.sum)
    end
    for i, body in ipairs(model.bodies) do
        robot.bodies[i] = make_body(robot, i)
        if body.name then robot.body[body.name] = robot.bodies[i] end
    end
    for i = 1, #model.bodies do join(robot, i) end
    spring_by_time(robot)
    for number, joint in ipairs(model.joints) do
        if joint.name then robot.joint[joint.name] = robot.joints[number] end
        if springs then spring(robot, number) end
        if limits then limit(robot, number) end
        if o.armature then rotor(robot, number) end
    end
    drives.points(robot)
    for _, e in ipairs(off.equality and {} or model.equalities) do robot.equalities[#robot.equalities + 1] = equalities[e.kind](robot, e) end
    if springs then tendons(robot) end
    if o.world then scenery(robot) end
    part_pairs(robot)
    drives.motors(robot, o, build.sum)
end

return build
