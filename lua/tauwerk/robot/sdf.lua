-- SDF, the format of Gazebo, as a model (tauwerk/robot/common.lua): the models of the file or of its world, with those nested in them.
-- Names in a nested model, and in each of several models that move, are MODEL::NAME, as SDF has them; a static model's solids belong to
-- the world where others move.
local tw, host, common, urdf = ...
local fail, place = common.fail, common.place
local child, attribute = urdf.child, urdf.attribute

-- ---- texts of elements --------------------------------------------------------------------------

local function text_of(e, name, preset)
    local c = child(e, name)
    return c and c.text or preset, c
end

local function numbers(e, name, count, preset)
    local text, c = text_of(e, name, preset)
    if not text then fail(e, "<%s>: expected <%s> in it", e.name, name) end
    return common.numbers(c or e, "its text", text, count)
end

local function number(e, name, preset) return numbers(e, name, 1, preset and tostring(preset))[1] end

-- a number that is not negative; 0: it is not there
local function amount(e, name)
    local text, c = text_of(e, name)
    return text and common.amount(c, "its text", text) or 0
end

-- a number, or inf
local function bound(e, name, preset) return common.infinite(text_of(e, name)) or number(e, name, preset) end

local function truth(e, name)
    local text = text_of(e, name, "0")
    return text == "1" or text == "true"
end

-- the place, the turn, and the name of the frame that a <pose> is given in
local function pose_of(e)
    local c = child(e, "pose")
    if not c or not c.text then return { x = tw.vec3(0, 0, 0), q = common.one, relative = c and c.attributes.relative_to } end
    local scale = (c.attributes.degrees == "true" or c.attributes.degrees == "1") and math.pi / 180 or 1
    if c.attributes.rotation_format == "quat_xyzw" then
        local n = common.numbers(c, "its text", c.text, 7)
        return { x = common.vector(n), q = common.quat(c, "its text", { n[7], n[4], n[5], n[6] }), relative = c.attributes.relative_to }
    end
    local n = common.numbers(c, "its text", c.text, 6)
    return { x = common.vector(n), q = tw.euler(n[4] * scale, n[5] * scale, n[6] * scale), relative = c.attributes.relative_to }
end

local function after(p, q) return { x = p.x + p.q * q.x, q = p.q * q.q } end

local function seen_from(p, q)
    local back = p.q:inverse()
    return { x = back * (q.x - p.x), q = back * q.q }
end

-- ---- frames -------------------------------------------------------------------------------------

local origin = { x = tw.vec3(0, 0, 0), q = common.one }

-- the model that elements of a scope stand in: "a::b::" is that of model b in model a
local function model_of(scope) return scope:sub(1, -3) end

-- the pose of a model, link, joint or frame in the world, or in the model with the key `inside`; what it stands in is followed by name. The
-- pose of a model with a `placement_frame` is that of the frame
local function resolve(reader, scope, name, e, depth, inside)
    local key = name == "__model__" and model_of(scope) or scope .. name
    if key == "" or name == "world" or key == inside then return origin end
    local entry = reader.frames[key]
    if not entry then fail(e, "<%s>: there is no frame '%s'", e.name, name) end
    if entry.pose and not inside then return entry.pose end
    if depth > 200 then fail(e, "<%s>: frame '%s' stands in itself", e.name, name) end
    local own, element = entry.own or pose_of(entry.element), entry.element
    local base = resolve(reader, entry.scope, own.relative or entry.base or "__model__", element, depth + 1, inside)
    local pose, placed = after(base, own), element.name == "model" and element.attributes.placement_frame
    if placed then
        entry.back = entry.back or seen_from(resolve(reader, key .. "::", placed, element, depth + 1, key), origin)
        pose = after(pose, entry.back)
    end
    if not inside then entry.pose = pose end
    return pose
end

-- the number of a link, or of the one that a frame or a nested model is fastened to; nil: there is none
local function link_of(reader, scope, name)
    for _ = 1, 200 do
        local entry = reader.frames[scope .. name]
        if reader.links[scope .. name] or not entry then return reader.links[scope .. name] end
        if entry.first then return reader.links[entry.first] end
        scope, name = entry.scope, entry.base or "__model__"
        if name == "__model__" then
            local above = reader.frames[model_of(scope)]
            return above and above.first and reader.links[above.first]
        end
    end
end

-- ---- links --------------------------------------------------------------------------------------

local shapes = {
    box = function(_, e)
        local n = numbers(e, "size", 3)
        if not (n[1] > 0 and n[2] > 0 and n[3] > 0) then fail(e, "<box>: <size>: expected positive numbers") end
        return "box", { size = n }
    end,
    sphere = function(_, e) return "sphere", { radius = number(e, "radius") } end,
    cylinder = function(_, e) return "cylinder", { radius = number(e, "radius"), height = number(e, "length") } end,
    capsule = function(_, e) return "capsule", { radius = number(e, "radius"), length = number(e, "length") } end,
    ellipsoid = function(_, e) return "ellipsoid", { radii = numbers(e, "radii", 3) } end,
    mesh = function(reader, e, without)
        local name = text_of(e, "uri") or text_of(e, "filename")
        if not name then fail(e, "<mesh>: expected <uri> in it") end
        return "mesh", urdf.mesh(reader.model, e, name, common.vector(numbers(e, "scale", 3, "1 1 1")), without)
    end,
    plane = function(_, e)
        local normal, size = common.vector(numbers(e, "normal", 3, "0 0 1")), numbers(e, "size", 2, "1 1")
        if not (normal:length() > 1e-12) then fail(e, "<plane>: <normal>: expected an axis other than 0") end
        return "plane", { size = size }, common.from_z(normal)
    end,
}

-- an element in an element in e
local function within(e, ...)
    for _, name in ipairs { ... } do
        e = e and child(e, name)
    end
    return e
end

local function read_geom(reader, e, collides)
    local geometry = child(e, "geometry")
    local shape = geometry and geometry[1]
    if not shape then fail(e, "<%s>: expected a <geometry> with a shape in it", e.name) end
    local read = shapes[shape.name]
    if not read then return nil end
    local own = pose_of(e)
    if own.relative then
        local link = resolve(reader, reader.scope, reader.link, e, 0)
        own = seen_from(link, after(resolve(reader, reader.scope, own.relative, e, 0), own))
    end
    local geom = { name = e.attributes.name, place = place(e), element = e, collides = collides, seen = not collides,
        position = own.x, orientation = own.q }
    local turn
    geom.kind, geom.fields, turn = read(reader, shape, collides and "collision shapes" or "visuals")
    if not geom.fields then return nil end
    if turn then geom.orientation = geom.orientation * turn end
    for _, size in ipairs { geom.fields.radius or 1, geom.fields.height or 1, geom.fields.length or 1 } do
        if not (size > 0) then fail(shape, "<%s>: expected positive sizes", shape.name) end
    end
    if collides then
        local mu = within(e, "surface", "friction", "ode", "mu")
        geom.friction = mu and mu.text and common.numbers(mu, "its text", mu.text, 1)[1] or nil
        local other = within(e, "surface", "friction", "ode", "mu2")
        if other and other.text and common.numbers(other, "its text", other.text, 1)[1] ~= geom.friction then
            reader.notices:add(other, "friction that differs by direction is passed over: <mu> counts")
        end
        local bounce = within(e, "surface", "bounce")
        geom.restitution = bounce and math.min(math.max(number(bounce, "restitution_coefficient", 0), 0), 1) or nil
        return geom
    end
    local material = child(e, "material")
    local diffuse = material and child(material, "diffuse")
    if diffuse and diffuse.text then geom.color = common.color(common.numbers(diffuse, "its text", diffuse.text, 3, 4)) end
    if material and not diffuse and child(material, "script") then reader.notices:add(material, "materials that scripts describe are passed over") end
    geom.opacity = 1 - number(e, "transparency", 0)
    if geom.opacity <= 0 then geom.seen = false end
    return geom
end

local function read_inertial(e)
    local own, I = pose_of(e), child(e, "inertia")
    local matrix = common.diagonal(1, 1, 1)
    if I then
        local xy, xz, yz = number(I, "ixy", 0), number(I, "ixz", 0), number(I, "iyz", 0)
        matrix = { { number(I, "ixx", 1), xy, xz }, { xy, number(I, "iyy", 1), yz }, { xz, yz, number(I, "izz", 1) } }
    end
    return { mass = number(e, "mass", 1), position = own.x, inertia = common.turned(matrix, own.q) }
end

-- a link of a model; `own`: what the model says of all its links
local function read_link(reader, scope, own, e)
    local name = scope .. attribute(e, "name")
    if reader.links[name] then fail(e, "<link>: there is a link '%s' already", attribute(e, "name")) end
    local body = { name = name, parent = 0, geoms = {}, sites = {}, joints = {}, place = place(e), element = e, fixed = own.fixed,
        family = own.family, touches_family = own.touches_family or truth(e, "self_collide") }
    reader.scope, reader.link = scope, attribute(e, "name")
    local inertial = child(e, "inertial")
    body.inertial = inertial and read_inertial(inertial)
        or { mass = 1, position = tw.vec3(0, 0, 0), inertia = common.diagonal(1, 1, 1) } -- what the format says
    if child(e, "gravity") and not truth(e, "gravity") then reader.notices:add(child(e, "gravity"), "links without gravity are as heavy as all others") end
    if truth(e, "kinematic") then reader.notices:add(child(e, "kinematic"), "kinematic links move as all others") end
    urdf.add_link(reader, e, body, read_geom)
end

-- ---- joints -------------------------------------------------------------------------------------

local kinds = { revolute = { "hinge" }, continuous = { "hinge" }, prismatic = { "slide" }, ball = { "ball" }, fixed = {},
    universal = { "hinge", "hinge" }, revolute2 = { "hinge", "hinge" }, screw = { "screw" } }

local function axis_of(reader, scope, e, tag, frame, body)
    local a = child(e, tag)
    if not a then fail(e, "<joint>: expected <%s> in it", tag) end
    local xyz = child(a, "xyz")
    local axis = common.vector(numbers(a, "xyz", 3, "0 0 1"))
    if not (axis:length() > 1e-12) then fail(a, "<%s>: <xyz>: expected an axis other than 0", tag) end
    local expressed = xyz and xyz.attributes.expressed_in
    local of_model = child(a, "use_parent_model_frame")
    if of_model and truth(a, "use_parent_model_frame") or not of_model and reader.old then expressed = expressed or "__model__" end
    local from = expressed and resolve(reader, scope, expressed, a, 0) or frame
    return a, body.q:inverse() * (from.q * axis:normalized())
end

local function read_limits(reader, joint, a)
    local limit, dynamics = child(a, "limit"), child(a, "dynamics")
    if limit then
        local lower, upper = bound(limit, "lower", -1e16), bound(limit, "upper", 1e16)
        if lower > -1e15 then joint.lower = lower end
        if upper < 1e15 then joint.upper = upper end
        if lower > upper then fail(limit, "<limit>: expected <lower> to be at most <upper>") end
        if child(limit, "velocity") then reader.notices:add(limit, "limits of velocities are passed over") end
    end
    if dynamics then
        joint.damping, joint.friction = amount(dynamics, "damping"), amount(dynamics, "friction")
        joint.stiffness, joint.rest = amount(dynamics, "spring_stiffness"), number(dynamics, "spring_reference", 0)
    end
end

-- the advance of a screw per turn, m: the older <thread_pitch> is rad/m, of a left-handed thread
local function pitch_of(e)
    local new, old = child(e, "screw_thread_pitch"), child(e, "thread_pitch")
    local p = number(e, new and "screw_thread_pitch" or "thread_pitch", 1)
    if p == 0 then fail(new or old, "<%s>: expected a number other than 0", (new or old).name) end
    return (new or not old) and p or -2 * math.pi / p
end

local function read_joint(reader, scope, e)
    local model, name, list = reader.model, attribute(e, "name"), kinds[attribute(e, "type")]
    if not list then fail(e, "<joint>: joints of type '%s' are not understood", e.attributes.type) end
    local parent, below = text_of(e, "parent"), text_of(e, "child")
    local number_ = link_of(reader, scope, below or "")
    if not number_ then fail(e, "<joint>: there is no link '%s'", tostring(below)) end
    local above = parent == "world" and 0 or link_of(reader, scope, parent or "")
    if not above then fail(e, "<joint>: there is no link '%s'", tostring(parent)) end
    local body = model.bodies[number_]
    if body.held then fail(e, "<joint>: link '%s' has a parent already: loops are added by tw.import's option loops", text_of(e, "child")) end
    body.held, body.parent, body.grounded = true, above, above == 0
    local frame, link = resolve(reader, scope, name, e, 0), resolve(reader, "", body.name, e, 0)
    for k, kind in ipairs(list) do
        local joint = { name = scope .. (k == 1 and name or name .. ".2"), kind = kind, body = number_, place = place(e), element = e,
            position = link.q:inverse() * (frame.x - link.x), axis = tw.vec3(0, 0, 1), stiffness = 0, rest = 0, damping = 0, armature = 0,
            friction = 0, ref = 0, pitch = kind == "screw" and pitch_of(e) or nil }
        if kind ~= "ball" then
            local a
            a, joint.axis = axis_of(reader, scope, e, k == 1 and "axis" or "axis2", frame, link)
            read_limits(reader, joint, a)
            reader.mimics[#reader.mimics + 1] = child(a, "mimic") and { child(a, "mimic"), joint, scope } or nil
        end
        reader.axes[joint.name] = joint
        table.insert(model.joints, joint)
        body.joints[#body.joints + 1] = #model.joints
    end
end

-- axes that follow others: position = multiplier (position of the other - reference) + offset [SDF 1.11]
local function read_mimics(reader)
    local number_of = {}
    for i, joint in ipairs(reader.model.joints) do number_of[joint] = i end
    for _, m in ipairs(reader.mimics) do
        local e, joint, scope = m[1], m[2], m[3]
        local name, axis = attribute(e, "joint"), e.attributes.axis or "axis"
        local other = reader.axes[scope .. name .. (axis == "axis2" and ".2" or "")]
        if not other or (axis ~= "axis" and axis ~= "axis2") then fail(e, "<mimic>: there is no joint '%s' with <%s>", name, axis) end
        if other == joint then fail(e, "<mimic>: joint '%s' follows itself", name) end
        local ratio = number(e, "multiplier", 1)
        if not number_of[joint] or not number_of[other] then
            reader.notices:add(e, "<mimic> of joints that do not move is passed over")
        elseif joint.kind == "screw" or other.kind == "screw" or other.kind == "ball" then
            reader.notices:add(e, "<mimic> of screw and ball joints is passed over")
        else
            table.insert(reader.model.equalities, { kind = "coupling", follower = number_of[joint], place = place(e), terms = { [number_of[joint]] = 1, [number_of[other]] = -ratio },
                value = number(e, "offset", 0) - ratio * number(e, "reference", 0) })
        end
    end
end

-- ---- models -------------------------------------------------------------------------------------

-- the model of an <include>, with the name and the pose that it says; nil: its file is not there, which is told
local function included(reader, e)
    local uri = text_of(e, "uri") or ""
    local name = uri:match "^%a+://([^/]+)/?$" or uri
    local path, shown
    for _, up in ipairs { reader.model.up, "" } do
        shown = up .. name .. "/model.sdf"
        path = path or common.locate(reader.model, shown)
    end
    local root = path and host.xml(path, shown)
    local found = root and child(root, "model")
    if not found then return reader.notices:add(e, "models are passed over whose files are not there, such as '%s'", uri) end
    reader.included = (reader.included or 0) + 1
    if reader.included > 200 then fail(e, "<include>: more than 200 models") end
    local own = { name = "model", file = found.file, line = found.line, attributes = { name = text_of(e, "name") or found.attributes.name } }
    for _, c in ipairs(found) do
        if not child(e, c.name) or (c.name ~= "pose" and c.name ~= "static") then own[#own + 1] = c end
    end
    for _, c in ipairs(e) do
        if c.name == "pose" or c.name == "static" then own[#own + 1] = c end
    end
    return own
end

local parts = { link = true, joint = true, frame = true, model = true }

-- names and poses of what is in a model or world, before anything is read; includes become models
local function gather(reader, e, scope, depth)
    if depth > 50 then fail(e, "<%s>: models include each other more than 50 deep", e.name) end
    for i, c in ipairs(e) do
        if c.name == "include" then c = included(reader, c) or c end
        e[i] = c
        if parts[c.name] then
            local name = attribute(c, "name")
            if reader.frames[scope .. name] then fail(c, "<%s>: there is a frame '%s' already", c.name, name) end
            local base = c.name == "joint" and text_of(c, "child") or c.name == "frame" and c.attributes.attached_to or nil
            local canonical = c.name == "model" and c.attributes.canonical_link
            reader.frames[scope .. name] = { element = c, base = base, scope = scope, first = canonical and scope .. name .. "::" .. canonical or nil }
            local above = reader.frames[model_of(scope)]
            if above and c.name == "link" and not above.first then above.first = scope .. name end
            if c.name == "model" then gather(reader, c, scope .. name .. "::", depth + 1) end
        end
    end
end

-- what can move in models
local function moves(e)
    return not truth(e, "static") and (child(e, "link") ~= nil or child(e, "model") ~= nil)
end

local function read_model(reader, e, scope, above)
    local own = { fixed = above.fixed or truth(e, "static"), family = above.family or scope, touches_family = truth(e, "self_collide") }
    for _, c in ipairs(e) do
        if c.name == "link" then read_link(reader, scope, own, c) end
        if c.name == "model" then read_model(reader, c, scope .. c.attributes.name .. "::", own) end
    end
    for _, c in ipairs(e) do
        if c.name == "joint" then reader.joints[#reader.joints + 1] = { scope, c } end
    end
end

-- solids of links that never move belong to the world: planes always, others where something else moves
local function settle(reader, moving)
    local model, kept, number_ = reader.model, {}, { [0] = 0 }
    for i, body in ipairs(model.bodies) do
        local pose = resolve(reader, "", body.name, body.element, 0)
        local rest = {}
        for _, geom in ipairs(body.geoms) do
            if body.fixed and (moving or geom.kind == "plane") then
                geom.position, geom.orientation = pose.x + pose.q * geom.position, pose.q * geom.orientation
                table.insert(model.world.geoms, geom)
            elseif geom.kind == "plane" then
                reader.notices:add(geom.element, "planes in links that move are passed over")
            else
                rest[#rest + 1] = geom
            end
        end
        body.geoms = rest
        if not (body.fixed and moving) then
            kept[#kept + 1] = body
            number_[i] = #kept
        end
    end
    local joints = {}
    for _, joint in ipairs(model.joints) do
        if number_[joint.body] then
            joints[#joints + 1] = joint
            joint.body = number_[joint.body]
        end
    end
    for _, body in ipairs(kept) do
        body.joints = {}
        if not number_[body.parent] then body.grounded = true end
        body.parent = number_[body.parent] or 0
    end
    for i, joint in ipairs(joints) do table.insert(kept[joint.body].joints, i) end
    model.bodies, model.joints = kept, joints
end

-- poses in the world become poses in the parents, and names lose the model where one alone moves
local function finish(reader, top)
    local model = reader.model
    local prefix = #top == 1 and top[1].attributes.name .. "::" or ""
    local function short(name) return name:sub(1, #prefix) == prefix and name:sub(#prefix + 1) or name end
    for _, body in ipairs(model.bodies) do
        local own = resolve(reader, "", body.name, body.element, 0)
        local p = body.parent > 0 and seen_from(resolve(reader, "", model.bodies[body.parent].name, body.element, 0), own) or own
        body.position, body.orientation = p.x, p.q
    end
    for _, body in ipairs(model.bodies) do body.name = short(body.name) end
    for _, joint in ipairs(model.joints) do joint.name = short(joint.name) end
end

return function(root, model, o)
    local world = child(root, "world")
    local reader = { model = model, notices = model.notices, links = {}, frames = {}, joints = {}, axes = {}, mimics = {}, visuals = o.visuals,
        old = (tonumber(root.attributes.version) or 1.9) < 1.45 } -- up to 1.4 axes are those of the model
    model.world = { geoms = {}, sites = {}, joints = {} }
    model.gravity = world and child(world, "gravity") and common.vector(numbers(world, "gravity", 3)) or tw.vec3(0, 0, -9.81)
    local place_of = world or root
    gather(reader, place_of, "", 0)
    local all, top = {}, {}
    for _, c in ipairs(place_of) do
        if c.name == "model" then
            all[#all + 1] = c
            if moves(c) then top[#top + 1] = c end
        end
    end
    if #all == 0 then fail(root, "<sdf>: expected a <model> in it") end
    local moving = #top > 0
    if not moving then top = all end
    model.name = #top == 1 and top[1].attributes.name or world and world.attributes.name or model.name
    for _, e in ipairs(all) do read_model(reader, e, e.attributes.name .. "::", {}) end
    for _, c in ipairs(place_of) do
        if c.name == "joint" then reader.joints[#reader.joints + 1] = { "", c } end
    end
    for _, j in ipairs(reader.joints) do read_joint(reader, j[1], j[2]) end
    settle(reader, moving)
    read_mimics(reader)
    finish(reader, top)
    model.base, model.light = "loose", true
    return model
end
