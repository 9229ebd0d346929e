-- A model (tauwerk/robot/common.lua) as objects of a scene: bodies, joints, springs, limits, rotors,
-- equalities, points, what is seen and what touches. drives.lua adds motors, poses and scattering.
local tw, host, common, drives = ...
local build = {}

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

-- how far below its own place a geom of this turn reaches
local function below(geom, q)
    local z, f = q:inverse() * tw.vec3(0, 0, 1), geom.fields
    if geom.kind == "sphere" then return f.radius end
    if geom.kind == "box" then return (math.abs(z.x) * f.size[1] + math.abs(z.y) * f.size[2] + math.abs(z.z) * f.size[3]) / 2 end
    if geom.kind == "ellipsoid" then
        return ((z.x * f.radii[1]) ^ 2 + (z.y * f.radii[2]) ^ 2 + (z.z * f.radii[3]) ^ 2) ^ 0.5
    end
    if geom.kind == "capsule" then return math.abs(z.z) * f.length / 2 + f.radius end
    if geom.kind == "cylinder" then return math.abs(z.z) * f.height / 2 + (1 - math.min(1, z.z ^ 2)) ^ 0.5 * f.radius end
    local most = 0
    for _, v in ipairs(f.vertices or {}) do most = math.max(most, -z:dot(tw.vec3(v))) end
    return most
end

-- how low the solids of a model reach at the reference pose
function build.lowest(model)
    local pose, least = reference(model), nil
    for i, body in ipairs(model.bodies) do
        for _, geom in ipairs(body.geoms) do
            if geom.kind ~= "plane" then
                local x, q = pose[i].x + pose[i].q * geom.position, pose[i].q * geom.orientation
                least = math.min(least or math.huge, x.z - below(geom, q))
            end
        end
    end
    return least or 0
end

-- ---- shapes -------------------------------------------------------------------------------------

local function shape_of(geom, about)
    local t = { kind = geom.kind, orientation = geom.orientation }
    for k, v in pairs(geom.fields) do t[k] = v end
    t.position = geom.position - about
    if geom.kind == "mesh" then -- a part's place is that of its centre
        local _, centre = common.solid_of(geom)
        t.position = t.position + geom.orientation * centre
    end
    if geom.color then t.color = geom.color end
    if geom.material then t.material = geom.material end
    return t
end

-- what a body's geoms are: shapes of the body, and things that are only seen
local function sort(robot, geoms)
    local touching, shown, others = {}, true, {}
    for _, geom in ipairs(geoms) do
        if geom.kind ~= "plane" then
            local touches = robot.contacts and geom.collides
            if touches then
                touching[#touching + 1] = geom
                shown = shown and geom.seen
            elseif geom.seen then
                others[#others + 1] = geom
            end
        end
    end
    if #touching == 0 then return others, {}, false, true end
    if shown then return touching, others, true, true end
    for _, geom in ipairs(touching) do
        if geom.seen then table.insert(others, geom) end
    end
    return touching, others, true, false
end

-- an object that has meshes; one that is no closed solid is passed over, and told
local function with_meshes(robot, element, kind, t, shapes)
    local ok, made = pcall(function() return robot.group[kind](robot.group, t) end)
    if ok then return made end
    local rest = {}
    for _, shape in ipairs(shapes) do
        if shape.kind ~= "mesh" then rest[#rest + 1] = shape end
    end
    if #rest == #shapes then error(made, 0) end
    robot.notices:add(element, "a mesh that is no closed solid is passed over: %s", (tostring(made):gsub("^.*: ", "")))
    return nil, rest
end

local function show(robot, body, geoms, about)
    for _, geom in ipairs(geoms) do
        local t = shape_of(geom, about)
        t.on = body
        with_meshes(robot, geom.element, "prop", t, { t })
    end
end

local function friction_of(geoms)
    local most
    for _, geom in ipairs(geoms) do
        if geom.friction and geom.collides then most = math.max(most or 0, geom.friction) end
    end
    return most
end

-- ---- bodies -------------------------------------------------------------------------------------

local nothing = { mass = 1e-9, position = tw.vec3(0, 0, 0), inertia = common.diagonal(1e-9, 1e-9, 1e-9) }

local light = { mass = 1e-6, position = tw.vec3(0, 0, 0), inertia = common.diagonal(1e-6, 1e-6, 1e-6) }

local function check_inertial(body)
    local own = body.inertial
    local trace = own and own.inertia[1][1] + own.inertia[2][2] + own.inertia[3][3]
    if own and not (own.mass > 0 and trace > 0) then return nil end
    return own
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
        if #body.joints > 0 and not model.light and not carries(model, i) then
            tw.fail("%s: body '%s' moves, but has neither mass nor a solid that would give it one", body.place, body.name)
        end
        local what = #body.joints > 0 and "bodies without mass that move count as 1e-6 kg" or "bodies without mass that are fastened to others count as 1e-9 kg"
        if #body.joints > 0 and not model.light then what = "bodies that move without mass of their own count as 1e-9 kg" end
        robot.notices:add(body.element, what)
        if #body.joints > 0 and model.light then own = light end
    end
    own = own or nothing
    local shapes, others, touches, seen = sort(robot, body.geoms)
    local part = { kind = "body", mass = own.mass, inertia = own.inertia, position = own.position, shape = {} }
    for k, geom in ipairs(shapes) do part.shape[k] = shape_of(geom, own.position) end
    if #part.shape == 0 then part.shape = nil end
    local whole = { name = body.name, parts = { part }, origin = pose.x, orientation = pose.q, fixed = robot.static[i], collide = touches,
        visible = seen, friction = friction_of(shapes) }
    local made, rest = with_meshes(robot, body.element, "compound", whole, part.shape or {})
    if not made then
        part.shape = #rest > 0 and rest or nil
        whole.collide = touches and #rest > 0
        made = robot.group:compound(whole)
    end
    show(robot, made, others, own.position)
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
    local g, friction = robot.group, dry(robot, joint)
    local t = { name = joint.name, a = a, b = b, at = at, friction = friction }
    if joint.kind == "free" then return g:serial { name = joint.name, a = a, b = b, free = true } end
    if joint.kind == "ball" then return g:ball(t) end
    t.axis = axis
    if joint.kind == "hinge" then return g:hinge(t) end
    if joint.kind == "planar" then return g:planar(t) end
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
        made[k] = robot.group:serial(t)
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
    robot.notices:add(body.element, "joints of one body that are no row of sliders, then hinges, get bodies of a millionth of its mass between them")
    local light = robot.group:body { name = body.name and body.name .. "." .. k, mass = own.mass * 1e-6,
        inertia = { mean * 1e-6, mean * 1e-6, mean * 1e-6 }, position = pose.x + pose.q * own.position, orientation = pose.q }
    robot.between[#robot.between + 1] = { made = light, body = i, last = joints[#joints].number }
    return light
end

local function join(robot, i)
    local model, body = robot.model, robot.model.bodies[i]
    local a, b = robot.bodies[i], robot.bodies[body.parent]
    if #body.joints == 0 then
        if robot.static[i] or body.parent == 0 then return end
        robot.group:weld { name = body.name and body.name .. ".weld", a = a, b = b, at = robot.reference[i].x }
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
    if joint.kind == "free" or joint.kind == "planar" then
        robot.notices:add(joint.element, "stiffness and damping of %s joints are passed over", joint.kind)
    elseif joint.kind == "ball" then
        robot.group:torsion_spring { name = joint.name, a = ends[1], b = ends[2], stiffness = joint.stiffness,
            damping = joint.damping, rest = "posed" }
    else
        robot.group:joint_spring { name = joint.name, joint = made, stiffness = joint.stiffness, damping = joint.damping,
            rest = joint.rest or 0 }
    end
end

local function limit(robot, number)
    local joint, made = robot.model.joints[number], robot.joints[number]
    if not joint.lower and not joint.upper then return end
    if joint.kind ~= "hinge" and joint.kind ~= "slide" then
        return robot.notices:add(joint.element, "limits of %s joints are passed over", joint.kind)
    end
    robot.group:limit { name = joint.name and joint.name .. ".limit", joint = made, lower = joint.lower, upper = joint.upper }
end

-- of a flywheel [1] that turns as body [2] does relative to [3], or to the world, seen from [2]: as text, and as functions
local function turn_of_rotor(other)
    return string.format([[
function(x)
  return x.body[1].angular_velocity - x.body[2].orientation:inverse() * %s
end]], other)
end
build.text_of = {}
local turn_of_rotors = {}
for count, turn in pairs { [2] = "x.body[2].angular_velocity", [3] = "(x.body[2].angular_velocity - x.body[3].angular_velocity)" } do
    local text = turn_of_rotor(turn)
    turn_of_rotors[count] = load("return " .. text, "=turn of a rotor")()
    build.text_of[turn_of_rotors[count]] = text
end

-- a flywheel of that moment on a hinge of the world, which turns as far as the joint (docs/robots.md)
local function rotor(robot, number)
    local joint, made = robot.model.joints[number], robot.joints[number]
    if not (joint.armature > 0) then return end
    if joint.kind == "free" then
        return robot.notices:add(joint.element, "armature of free joints is passed over")
    end
    local at = of_joint(robot, joint)
    local name = (joint.name or "joint" .. number) .. ".rotor"
    local wheel = robot.group:body { name = name, mass = joint.armature, inertia = { joint.armature, joint.armature, joint.armature },
        position = at, visible = false } -- its turn is its own: poses of the robot leave it
    if joint.kind == "ball" then -- turns in the world as the child does, seen from the child
        local a, b = robot.ends[number][1], robot.ends[number][2]
        robot.group:ball { name = name, a = wheel, at = at }
        local bodies = { wheel, a, b }
        robot.group:constraint { name = name .. ".turn", level = "velocity", bodies = bodies, deviation = turn_of_rotors[#bodies] }
        return
    end
    local hinge = robot.group:hinge { name = name, a = wheel, at = at, axis = { 0, 0, 1 } }
    robot.group:coupling { name = name .. ".turn", joint = made, joint2 = hinge, ratio2 = -1, level = "velocity" }
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
    return robot.group:connect(point(p), point(q), { name = e.name })
end

-- the places of two sites
function equalities.join(robot, e)
    local p, q = robot.point[e.a], robot.point[e.b]
    if not p.body then p, q = q, p end
    return robot.group:connect(p, q, { name = e.name })
end

function equalities.weld(robot, e)
    local p, q = e.a, e.b
    local a, b = robot.bodies[p], robot.bodies[q]
    local at = robot.reference[p].x
    if not e.orientation then
        if p == 0 then a, b = b, nil end
        return robot.group:weld { name = e.name, a = a, b = b, at = at }
    end
    -- body2 stands at relpose in the frame of body1, wherever they are now
    local first = robot.reference[p]
    local x, turn = first.x + first.q * e.position, first.q * e.orientation
    local second = robot.reference[q]
    local was, turned = robot.bodies[q].position, robot.bodies[q].orientation
    local by = robot.frame_q * turn * second.q:inverse() * robot.frame_q:inverse()
    local origin, now = robot.frame_x + robot.frame_q * x, robot.frame_x + robot.frame_q * second.x
    b.position, b.orientation = origin + by * (was - now), by * turned
    local made = robot.group:weld { name = e.name, a = b, b = a, at = x }
    b.position, b.orientation = was, turned
    return made
end

function equalities.coupling(robot, e)
    local t = build.sum(robot, e.terms, e.place)
    t.name, t.value = e.name, e.value
    return robot.group:coupling(t)
end

-- ---- the world's own ----------------------------------------------------------------------------

local function scenery(robot)
    local model, parts, grounded = robot.model, {}, false
    for _, geom in ipairs(model.world and model.world.geoms or {}) do
        local up = robot.frame_q * (geom.orientation * tw.vec3(0, 0, 1))
        if geom.kind == "plane" and up.z > 1 - 1e-9 then
            if not grounded then
                local at = robot.frame_x + robot.frame_q * geom.position
                robot.scene:ground { height = at.z, friction = geom.friction }
                grounded = true
            end
        elseif geom.kind == "plane" then
            local size = { geom.fields.size[1] > 0 and geom.fields.size[1] or 20, geom.fields.size[2] > 0 and geom.fields.size[2] or 20, 0.01 }
            local t = { kind = "box", fields = { size = size }, orientation = geom.orientation, color = geom.color,
                position = geom.position - geom.orientation * tw.vec3(0, 0, 0.005), collides = geom.collides, seen = geom.seen,
                friction = geom.friction }
            parts[#parts + 1] = t
        else
            parts[#parts + 1] = geom
        end
    end
    local shapes, others, touches, seen = sort(robot, parts)
    if #shapes == 0 then return end
    local t = { name = "world", mass = 1, inertia = { 1, 1, 1 }, shape = {}, fixed = true, collide = touches, visible = seen,
        friction = friction_of(shapes) }
    for k, geom in ipairs(shapes) do t.shape[k] = shape_of(geom, tw.vec3(0, 0, 0)) end
    robot.world = robot.group:body(t)
    show(robot, robot.world, others, tw.vec3(0, 0, 0))
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
    for i = 1, #made do
        for j = i + 1, #made do
            local never = weld[i] == weld[j] or above(i) == weld[j] or above(j) == weld[i] or not masks(i, j)
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
        local loose = base == "free" or (base == "loose" and not body.grounded)
        if root and loose and #body.joints == 0 then robot.static[i] = false end
        if root and base == "fixed" and free then robot.static[i] = true end
    end
end

function build.robot(robot, scene, o)
    local model = robot.model
    robot.scene, robot.dry, robot.contacts = scene, o.friction, o.contacts and not model.untouched
    robot.frame_x, robot.frame_q = o.at, o.orientation
    robot.reference, robot.ends, robot.between = reference(model), {}, {}
    fix(robot, o.base or model.base)
    robot.group = scene:group { name = o.name or model.name, position = o.at, orientation = o.orientation, tau = o.tau }
    for i, body in ipairs(model.bodies) do
        robot.bodies[i] = make_body(robot, i)
        if body.name then robot.body[body.name] = robot.bodies[i] end
    end
    for i = 1, #model.bodies do join(robot, i) end
    for number, joint in ipairs(model.joints) do
        if joint.name then robot.joint[joint.name] = robot.joints[number] end
        if o.springs then spring(robot, number) end
        if o.limits then limit(robot, number) end
        if o.armature then rotor(robot, number) end
    end
    drives.points(robot)
    for _, e in ipairs(model.equalities) do robot.equalities[#robot.equalities + 1] = equalities[e.kind](robot, e) end
    if o.springs then
        for _, tendon in ipairs(model.tendons) do
            if tendon.stiffness > 0 or tendon.damping > 0 then
                local t = build.sum(robot, tendon.terms, tendon.place)
                t.name, t.stiffness, t.damping, t.rest = tendon.name, tendon.stiffness, tendon.damping, tendon.rest or 0
                robot.group:joint_spring(t)
            end
        end
        for _, t in ipairs(model.strings) do
            local p, q = robot.point[t.a], robot.point[t.b]
            robot.group:spring { name = t.name, a = p, b = q, stiffness = t.stiffness, damping = t.damping,
                rest = t.rest or (q.position - p.position):length() }
        end
    end
    if o.world then scenery(robot) end
    part_pairs(robot)
    drives.motors(robot, o, build.sum)
end

return build
