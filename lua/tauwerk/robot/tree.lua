-- A scene as a tree of bodies, for files of robots: what tauwerk/robot/export.lua writes. What the tree cannot have is told.
--
-- The tree: { name, gravity, bodies, loops, couplings, tendons, strings, efforts, world = { sites }, excludes, rules, inner,
--   ground = { height, friction } }
-- inner: constraints that join the tree or belong to flywheels, true; all other equalities close loops or couple
-- body: { name, object, parent (its number; 0: the world), x, q (in the parent's axes, centres of mass as origins), free, joints, sites,
--   armature (of a free one, else 0) };
--   bodies that are fixed have parent 0, no joints, and are not free; planar: its joints as one, of kind "planar"
-- joint: { name, kind = "hinge" | "slide" | "ball", at, axis (in the body's axes), value (now), lower, upper, stiffness, damping, rest,
--   friction, armature, object }
local tw, host, rotors = ...

local tree, told, of_body, of_joint, armature
local of_kind -- by constraints: their first joint of each kind

-- once for each kind of object
local function notice(object, kind, format, why)
    local key = kind .. ": " .. format .. why
    if not told[key] then
        told[key] = true
        host.notice("export: " .. string.format(format, tostring(object), why))
    end
end

local function tell(object, why) notice(object, object.kind, "%s is left out: %s", why) end

-- what varies with time counts as it is now
local function tell_varying(object, kind, fields)
    for _, field in ipairs(fields) do
        if host.varies(object, field) then notice(object, kind, "%s: '%s' varies with time: the file has it as it is now", field) end
    end
end

-- a number of an object; fields that are unset are 0
local function constant(object, field)
    tell_varying(object, object.kind, { field })
    return object[field] or 0
end

-- ---- joints -------------------------------------------------------------------------------------

local function joint(c, kind, at, axis, value)
    local own = c.kind == "hinge" or c.kind == "slider"
    return { name = c.name, kind = kind, at = at, axis = axis and axis:normalized(), value = value or 0, object = c, stiffness = 0, rest = 0,
        armature = 0, damping = own and constant(c, "damping") or 0, friction = own and constant(c, "friction") or 0 }
end

-- places and axes of a serial joint are those of the world when it was made: in coordinates of the child, all freedoms at 0
local function row(c, child)
    local list = {}
    for _, stem in ipairs { "slide", "turn" } do
        for k = 1, 3 do
            local axis = c[stem .. k]
            if axis then
                local at = stem == "turn" and c["at" .. k] or child.position
                list[#list + 1] = joint(c, stem == "turn" and "hinge" or "slide", child.orientation:inverse() * (at - child.position),
                    child.orientation:inverse() * axis)
            end
        end
    end
    return list
end

-- what joins two bodies: the joints as the child has them; child_is_a: of the two ends of the constraint
local makers = {}

function makers.hinge(c, child_is_a)
    local at, axis = child_is_a and c.at_a or c.at_b, child_is_a and c.axis_a or -c.axis_b
    return { joint(c, "hinge", at, axis, c.angle) }
end

function makers.slider(c, child_is_a)
    local at, axis = child_is_a and c.at_a or c.at_b, child_is_a and c.axis_a or -c.axis_b
    return { joint(c, "slide", at, axis, c.position) }
end

function makers.ball(c, child_is_a) return { joint(c, "ball", child_is_a and c.at_a or c.at_b) } end

function makers.weld() return {} end

local function local_point(p) return p.body:to_local { p.position.x, p.position.y, p.position.z } end

function makers.point_to_point(c, child_is_a) return { joint(c, "ball", local_point(child_is_a and c.a or c.b)) } end

function makers.point_to_nail(c) return { joint(c, "ball", local_point(c.point)) } end

function makers.serial(c, child_is_a, child)
    if not child_is_a then return nil end
    return row(c, child)
end

-- axis and place of a constraint as the child has them; seen from the first body, the axis looks the other way
local function line_of(c, child_is_a)
    if child_is_a then return c.at_a, c.axis_a end
    return c.at_b, -c.axis_b
end

function makers.cylindrical(c, child_is_a)
    local at, axis = line_of(c, child_is_a)
    return { joint(c, "slide", at, axis, c.position), joint(c, "hinge", at, axis, c.angle) }
end

-- the coordinates of a screw advance together
function makers.screw(c, child_is_a)
    local list = makers.cylindrical(c, child_is_a)
    local slide, turn, ratio = list[1], list[2], -constant(c, "pitch") / (2 * math.pi)
    table.insert(tree.couplings, { name = c.name, terms = { { joint = slide, ratio = 1 }, { joint = turn, ratio = ratio } },
        value = slide.value + ratio * turn.value })
    return list
end

function makers.planar(c, child_is_a)
    local at, axis = line_of(c, child_is_a)
    local x = tw.vec3(1, 0, 0)
    if math.abs(axis.x) > 0.9 * axis:length() then x = tw.vec3(0, 1, 0) end
    x = axis:cross(x)
    local list = { joint(c, "slide", at, x), joint(c, "slide", at, axis:cross(x)), joint(c, "hinge", at, axis, c.angle) }
    list.planar = joint(c, "planar", at, axis)
    return list
end

-- the first turn is about the axis of the parent, the second about that of the child
function makers.universal(c, child_is_a, child, parent)
    local own, other = child_is_a and c.axis_a or c.axis_b, child_is_a and c.axis_b or c.axis_a
    if parent then other = parent.orientation * other end
    local at = child_is_a and c.at_a or c.at_b
    return { joint(c, "hinge", at, child.orientation:inverse() * other), joint(c, "hinge", at, own) }
end

local function is_apart(c)
    local d = c.deviation
    if type(d) == "number" then return math.abs(d) > c.tolerance end
    if type(d) == "userdata" then return d:length() > c.tolerance end
    local sum = 0
    for _, x in ipairs(d or {}) do sum = sum + x * x end
    return sum > c.tolerance ^ 2
end

-- ---- bodies -------------------------------------------------------------------------------------

local function ends(c)
    if c.kind == "point_to_point" then return c.a.body, c.b.body end
    if c.kind == "point_to_nail" then return c.point.body, nil end
    return c.a, c.b
end

-- what joins bodies, with both ends as objects (nil: the world)
local function edges(scene)
    local list = {}
    for _, c in ipairs(scene.constraints) do
        if makers[c.kind] and not of_joint[c] and (c.kind ~= "serial" or (c.rows and not c.free)) then
            local a, b = ends(c)
            if c.enabled == false then
                tell(c, "it is switched off")
            else
                if is_apart(c) then
                    tw.fail("export: %s is not together at %g s: a file has its parts together; --at T exports them at T", tostring(c), scene.time)
                end
                list[#list + 1] = { c = c, a = a, b = b }
            end
        end
    end
    return list
end

local function add_body(object, parent, joints, free)
    local p = parent > 0 and tree.bodies[parent].object
    local x, q = object.position, object.orientation
    if p then
        local back = p.orientation:inverse()
        x, q = back * (x - p.position), back * q
    end
    tree.bodies[#tree.bodies + 1] = { name = object.name, object = object, parent = parent, x = x, q = q, free = free, joints = joints,
        planar = joints.planar, sites = {}, armature = free and armature[object] or 0 }
    of_body[object] = #tree.bodies
    for _, j in ipairs(joints) do
        of_joint[j.object] = of_joint[j.object] or j
        of_kind[j.object] = of_kind[j.object] or {}
        of_kind[j.object][j.kind] = of_kind[j.object][j.kind] or j
    end
end

-- a body that is joined to one in the tree, or to the world, comes into it
local function hang(e)
    local has_a, has_b = not e.a or of_body[e.a], not e.b or of_body[e.b]
    if e.used or not has_a == not has_b then return false end
    local child_is_a = not has_a
    local child, parent = e.b, e.a
    if child_is_a then child, parent = e.a, e.b end
    local joints = makers[e.c.kind](e.c, child_is_a, child, parent)
    if not joints then return false end
    add_body(child, parent and of_body[parent] or 0, joints, false)
    e.used = true
    return true
end

local function grow_by(list, kinds)
    local again = true
    while again do
        again = false
        for _, e in ipairs(list) do
            if kinds[e.c.kind] and hang(e) then again = true end
        end
    end
end

-- joints first: points that are connected close loops where there is another way
local function grow(list)
    local joints = {}
    for kind in pairs(makers) do joints[kind] = kind ~= "point_to_point" and kind ~= "point_to_nail" end
    grow_by(list, joints)
    grow_by(list, makers)
end

-- the other freedoms of a serial joint are objects of their own
local function rest_of_rows(scene)
    for _, c in ipairs(scene.constraints) do
        if c.kind == "serial" and not c.free then
            local body = of_body[c.a] and tree.bodies[of_body[c.a]]
            local joint_ = body and body.joints[c.coordinate]
            local value = joint_ and (joint_.kind == "hinge" and c.angle or c.position) or 0
            if math.abs(value) > 1e-12 then
                tw.fail("export: %s has moved: rows of joints are exported where all their freedoms are at 0", tostring(c))
            end
            if joint_ then
                joint_.name, joint_.object, of_joint[c] = c.name, c, joint_
                joint_.damping, joint_.friction = constant(c, "damping"), constant(c, "friction")
            end
        end
    end
end

-- ---- flywheels of armature (docs/robots.md) --------------------------------------------------------

local function tell_free(body, why) notice(body, "free", "the armature of %s, which moves freely, is left out: %s", why) end

-- The two wheels of a free body, which its turn and a place of it lead: MJCF has them, both alike, where the place is the body's origin,
-- here the centre of mass.
local function find_free_rotors(scene, wheels)
    for _, body in ipairs(scene.bodies) do
        local w = wheels[body]
        if w and w.turn and w.place and w.turn == w.place and w.at:length() < 1e-12 then
            armature[body] = w.turn
        elseif w then
            tell_free(body, "files have one that resists the turn and the centre of mass alike")
        end
    end
end

-- of a ball or a free joint: on a ball joint of the world, and led by a constraint; of others: on a hinge of the world, and coupled
local function find_rotors(scene)
    local held, balls = {}, {} -- by bodies: what joins them to the world alone; ball joints of two bodies (false: the world)
    local free, wheels = {}, {} -- bodies that a robot's file lets move freely; by these: what leads flywheels
    for _, c in ipairs(scene.constraints) do
        if c.kind == "serial" and c.free and not c.b then free[c.a] = true end
        if c.kind == "ball" or c.kind == "hinge" then
            if not c.b then held[c.a] = c end
            if c.kind == "ball" then
                balls[c.a] = balls[c.a] or {}
                balls[c.a][c.b or false] = c
            end
        end
    end
    local function set_aside(wheel, led)
        of_body[wheel], of_joint[held[wheel]], of_joint[led] = -1, {}, {}
        tree.inner[held[wheel]], tree.inner[led] = true, true
    end
    for _, c in ipairs(scene.constraints) do
        local wheel = rotors.follows(c) and c.bodies[1]
        local led = wheel and balls[c.bodies[2]] and balls[c.bodies[2]][c.bodies[3] or false]
        local point = wheel and (c.points or {})[1]
        local mover = wheel and not led and (point and point.body or c.bodies[2])
        if (led or free[mover]) and rotors.wheel(wheel) and held[wheel] and held[wheel].kind == "ball" then
            if led then
                armature[led] = wheel.mass
            else
                local w = wheels[mover] or {}
                wheels[mover], w[point and "place" or "turn"], w.at = w, wheel.mass, point and local_point(point) or w.at
            end
            set_aside(wheel, c)
        end
        if c.kind == "coupling" and c.level == "velocity" and c.joint2 and not c.joint3 and c.ratio == 1 and c.ratio2 == -1 then
            wheel = c.joint2.kind == "hinge" and held[c.joint2.a] == c.joint2 and c.joint2.a
            if wheel and rotors.wheel(wheel) and c.joint2.at_a:length() < 1e-12 then
                armature[c.joint] = wheel.mass
                set_aside(wheel, c)
            end
        end
    end
    find_free_rotors(scene, wheels)
end

-- ---- what acts on joints ------------------------------------------------------------------------

local function sum_of(object)
    local terms = {}
    for k = 1, 6 do
        local ending = k > 1 and k or ""
        local j = object["joint" .. ending]
        if j then
            local own = of_joint[j]
            if not own or not own.kind then return nil end
            terms[#terms + 1] = { joint = own, ratio = object["ratio" .. ending] }
        end
    end
    return terms
end

local actors = {}

function actors.limit(c)
    local j = of_joint[c.joint]
    if not j or not j.kind then return tell(c, "its joint is left out") end
    j.lower, j.upper = c.lower and constant(c, "lower"), c.upper and constant(c, "upper")
end

function actors.motor(c)
    local j = of_joint[c.joint]
    if c.dry then return end -- what the joint's own field friction is made of
    local bound = j and (j.kind == "hinge" and c.max_torque or j.kind == "slide" and c.max_force)
    if not j or c.speed ~= 0 or type(bound) ~= "number" then return tell(c, "the file's motors act by forces alone") end
    j.friction = j.friction + bound
end

function actors.coupling(c)
    local terms = sum_of(c)
    if not terms then return tell(c, "one of its joints is left out") end
    if c.level == "velocity" then return tell(c, "files have couplings of positions alone") end
    local now = 0
    for _, t in ipairs(terms) do now = now + t.ratio * t.joint.value end
    table.insert(tree.couplings, { name = c.name, terms = terms, value = type(c.value) == "number" and c.value or now })
end

-- a coordinate of joint b follows the angle of joint a
local function follows(c, kind)
    local a, b = of_kind[c.a] and of_kind[c.a].hinge, of_kind[c.b] and of_kind[c.b][kind]
    if not a or not b then return tell(c, "one of its joints is left out") end
    local ratio = constant(c, "ratio")
    table.insert(tree.couplings, { name = c.name, terms = { { joint = b, ratio = 1 }, { joint = a, ratio = -ratio } },
        value = b.value - ratio * a.value })
end

function actors.gear(c) follows(c, "hinge") end

function actors.rack(c) follows(c, "slide") end

function actors.joint_spring(f)
    local terms = sum_of(f)
    if not terms then return tell(f, "one of its joints is left out") end
    local effort = constant(f, "effort")
    if effort ~= 0 then table.insert(tree.efforts, { object = f, terms = terms, value = effort }) end
    local k, c, rest = constant(f, "stiffness"), constant(f, "damping"), constant(f, "rest")
    local j = terms[1].joint
    if #terms == 1 and terms[1].ratio == 1 and j.stiffness == 0 then
        j.stiffness, j.rest, j.damping = k, rest, j.damping + c
    elseif k > 0 or c > 0 then
        table.insert(tree.tendons, { name = f.name, terms = terms, stiffness = k, damping = c, rest = rest })
    end
end

function actors.torsion_spring(f)
    for _, body in ipairs(tree.bodies) do
        local j = body.joints[1]
        local other = body.parent > 0 and tree.bodies[body.parent].object or nil
        if j and j.kind == "ball" and body.object == f.a and (other == f.b ) and not f.axis then
            local q = type(f.rest) == "userdata" and f.rest:inverse() * ((other and other.orientation:inverse() or tw.quat(1, 0, 0, 0)) * f.a.orientation)
            if not q or q.x ^ 2 + q.y ^ 2 + q.z ^ 2 < 1e-20 then
                j.stiffness, j.damping = constant(f, "stiffness"), constant(f, "damping")
                return
            end
        end
    end
    tell(f, "files have torsion springs in ball joints alone, at rest where they begin")
end

local function site(p, name)
    local i = p.body and of_body[p.body]
    local list = i and tree.bodies[i].sites or tree.world.sites
    local x = i and local_point(p) or p.position
    list[#list + 1] = { name = name, x = x }
    return name
end

function actors.spring(f)
    table.insert(tree.strings, { name = f.name, a = site(f.a, f.name .. ".a"), b = site(f.b, f.name .. ".b"),
        stiffness = constant(f, "stiffness"), damping = constant(f, "damping"), rest = constant(f, "rest") })
end

-- ---- loops --------------------------------------------------------------------------------------

local function close(e)
    local c = e.c
    local a, b = e.a and of_body[e.a] or 0, e.b and of_body[e.b] or 0
    if a == 0 then a, b = b, a end
    local object = tree.bodies[a].object
    local function add(kind, at)
        table.insert(tree.loops, { kind = kind, name = c.name, a = a, b = b, at = at })
    end
    local function seen(world) return object:to_local { world.x, world.y, world.z } end
    if c.kind == "weld" then return add("weld") end
    -- where a joint is now: at and axis were given when it was made
    if c.kind == "ball" then return add("connect", seen(c.a:to_world(c.at_a))) end
    if c.kind == "hinge" then
        local at, axis = c.a:to_world(c.at_a), c.a.orientation * c.axis_a
        add("connect", seen(at))
        return add("connect", seen(at + axis:normalized() * 0.1))
    end
    if c.kind == "point_to_point" then return add("connect", seen(c.a.position)) end
    if c.kind == "point_to_nail" then return add("connect", seen(c.point.position)) end
    tell(c, "loops are closed by points, hinges and welds alone")
end

-- what the last scene:collide says of pairs: { a, b (numbers of bodies in the scene, a < b; b 0: the ground), on }, in the order of a, then b
local function rules(scene)
    local number_of, said, list = {}, {}, {}
    for i, body in ipairs(scene.bodies) do number_of[body] = i end
    local function say(i, k, on)
        if i == k then return end
        local a, b = math.min(i, k), math.max(i, k)
        if a == 0 then a, b = b, 0 end
        said[a] = said[a] or {}
        if not said[a][b] then
            said[a][b] = { a = a, b = b }
            list[#list + 1] = said[a][b]
        end
        said[a][b].on = on
    end
    local function members(side)
        local numbers = { side.ground and 0 or nil }
        for _, body in ipairs(side) do numbers[#numbers + 1] = number_of[body] end
        return numbers
    end
    for _, rule in ipairs(host.rules(scene)) do
        local others = members(rule.b)
        for _, i in ipairs(members(rule.a)) do
            for _, k in ipairs(others) do say(i, k, rule.on) end
        end
    end
    table.sort(list, function(x, y) return x.a < y.a or (x.a == y.a and x.b < y.b) end)
    return list
end

-- pairs that the scene keeps apart, but those that the file's readers keep apart by themselves
local function exclude(scene)
    local bodies = scene.bodies
    for _, rule in ipairs(tree.rules) do
        local i, k = of_body[bodies[rule.a]], of_body[bodies[rule.b]]
        local p, q = tree.bodies[i], tree.bodies[k]
        if not rule.on and p and q and p.object.collide and q.object.collide and q.parent ~= i and p.parent ~= k then
            table.insert(tree.excludes, { math.min(i, k), math.max(i, k) })
        end
    end
    table.sort(tree.excludes, function(x, y) return x[1] < y[1] or (x[1] == y[1] and x[2] < y[2]) end)
end

-- ---- all ----------------------------------------------------------------------------------------

local passed = { limit = true, motor = true, coupling = true, gear = true, rack = true }

return function(scene)
    told, of_body, of_joint, of_kind, armature = {}, {}, {}, {}, {}
    tree = { name = scene.name, gravity = scene.gravity, bodies = {}, loops = {}, couplings = {}, tendons = {}, strings = {}, efforts = {},
        world = { sites = {} }, excludes = {}, inner = {} }
    for _, body in ipairs(scene.bodies) do
        if body.motion then tw.fail("export: %s moves along %s: files of robots have no such bodies", tostring(body), tostring(body.motion)) end
    end
    find_rotors(scene)
    local list = edges(scene)
    for _, body in ipairs(scene.bodies) do
        if body.fixed then add_body(body, 0, {}, false) end
    end
    grow(list)
    for _, body in ipairs(scene.bodies) do
        if not of_body[body] then
            add_body(body, 0, {}, true)
            grow(list)
        end
    end
    rest_of_rows(scene)
    for _, own in ipairs(tree.bodies) do
        if armature[own.object] and not own.free then tell_free(own.object, "the file has it on a joint") end
    end
    for c, inertia in pairs(armature) do
        if of_joint[c] then of_joint[c].armature = inertia end -- free bodies have theirs already
    end
    for _, e in ipairs(list) do
        if e.used then tree.inner[e.c] = true else close(e) end
    end
    for _, c in ipairs(scene.constraints) do
        if passed[c.kind] and not of_joint[c] and c.enabled == false then
            tell(c, "it is switched off")
        elseif passed[c.kind] and not of_joint[c] then
            actors[c.kind](c)
        elseif not passed[c.kind] and not makers[c.kind] and not of_joint[c] then
            tell(c, "the file has no such constraint")
        end
    end
    for _, f in ipairs(scene.forces) do
        if f.enabled == false then
            tell(f, "it is switched off")
        elseif actors[f.kind] then
            actors[f.kind](f)
        else
            tell(f, "the file has no such force")
        end
    end
    tree.rules = rules(scene)
    exclude(scene)
    local ground = host.ground(scene)
    tree.ground = ground and { height = ground.height, friction = ground.friction }
    tell_varying(scene, "scene", { "gravity" })
    if ground then tell_varying(ground, "ground", { "height", "friction" }) end
    for _, body in ipairs(tree.bodies) do
        local object = body.object
        tell_varying(object, object.kind, { "friction" })
        if object.velocity:length() + object.angular_velocity:length() > 1e-9 then
            notice(object, object.kind, "%s: its velocity is left out: %s", "robots begin at rest")
        end
    end
    return tree
end
