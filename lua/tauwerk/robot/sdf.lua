-- SDF, the format of Gazebo, as a model (tauwerk/robot/common.lua): the first model of the file, or of its world.
local tw, _, common, urdf = ...
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

-- the pose of a link, joint or frame in the model; what it stands in is followed by name
local function resolve(reader, name, e, depth)
    local entry = reader.frames[name]
    if name == "__model__" or name == "" then return origin end
    if not entry then fail(e, "<%s>: there is no frame '%s'", e.name, name) end
    if entry.pose then return entry.pose end
    if depth > 200 then fail(e, "<%s>: frame '%s' stands in itself", e.name, name) end
    local own = pose_of(entry.element)
    local base = own.relative or entry.base
    entry.pose = after(base and resolve(reader, base, entry.element, depth + 1) or origin, own)
    return entry.pose
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
    mesh = function(reader, e)
        local name = text_of(e, "uri")
        if not name then fail(e, "<mesh>: expected <uri> in it") end
        name = name:gsub("^file://", ""):gsub("^%a+://[^/]*/", "")
        return "mesh", common.mesh(e, reader.model, name, common.vector(numbers(e, "scale", 3, "1 1 1")))
    end,
}

local function read_geom(reader, e, collides)
    local geometry = child(e, "geometry")
    local shape = geometry and geometry[1]
    if not shape then fail(e, "<%s>: expected a <geometry> with a shape in it", e.name) end
    local read = shapes[shape.name]
    if not read then
        reader.notices:add(shape, "<%s> in <geometry> is passed over", shape.name)
        return nil
    end
    local own = pose_of(e)
    if own.relative then fail(e, "<%s>: a pose relative to '%s' is not understood here", e.name, own.relative) end
    local geom = { name = e.attributes.name, place = place(e), element = e, collides = collides, seen = not collides,
        position = own.x, orientation = own.q }
    geom.kind, geom.fields = read(reader, shape)
    for _, size in ipairs { geom.fields.radius or 1, geom.fields.height or 1, geom.fields.length or 1 } do
        if not (size > 0) then fail(shape, "<%s>: expected positive sizes", shape.name) end
    end
    local material = not collides and child(e, "material")
    local diffuse = material and child(material, "diffuse")
    if diffuse and diffuse.text then geom.color = common.color(common.numbers(diffuse, "its text", diffuse.text, 3, 4)) end
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

local link_silent = { pose = true, inertial = true, gravity = true, self_collide = true, kinematic = true, must_be_base_link = true }

local function read_link(reader, e)
    local name, body = attribute(e, "name"), { parent = 0, geoms = {}, sites = {}, joints = {}, place = place(e), element = e }
    if reader.links[name] then fail(e, "<link>: there is a link '%s' already", name) end
    body.name = name
    local inertial = child(e, "inertial")
    body.inertial = inertial and read_inertial(inertial)
        or { mass = 1, position = tw.vec3(0, 0, 0), inertia = common.diagonal(1, 1, 1) } -- what the format says
    urdf.add_link(reader, e, body, read_geom, link_silent)
end

-- ---- joints -------------------------------------------------------------------------------------

local kinds = { revolute = { "hinge" }, continuous = { "hinge" }, prismatic = { "slide" }, ball = { "ball" }, fixed = {},
    universal = { "hinge", "hinge" }, revolute2 = { "hinge", "hinge" } }

local function axis_of(reader, e, tag, frame, body)
    local a = child(e, tag)
    if not a then fail(e, "<joint>: expected <%s> in it", tag) end
    local xyz = child(a, "xyz")
    local axis = common.vector(numbers(a, "xyz", 3, "0 0 1"))
    if not (axis:length() > 1e-12) then fail(a, "<%s>: <xyz>: expected an axis other than 0", tag) end
    local expressed = xyz and xyz.attributes.expressed_in
    local from = expressed and resolve(reader, expressed, a, 0) or (truth(a, "use_parent_model_frame") and origin) or frame
    return a, body.q:inverse() * (from.q * axis:normalized())
end

local function read_limits(reader, joint, a)
    local limit, dynamics = child(a, "limit"), child(a, "dynamics")
    if limit then
        local lower, upper = number(limit, "lower", -1e16), number(limit, "upper", 1e16)
        if lower > -1e15 then joint.lower = lower end
        if upper < 1e15 then joint.upper = upper end
        if lower > upper then fail(limit, "<limit>: expected <lower> to be at most <upper>") end
        if child(limit, "velocity") then reader.notices:add(limit, "limits of velocities are passed over") end
    end
    if dynamics then
        joint.damping, joint.friction = number(dynamics, "damping", 0), number(dynamics, "friction", 0)
        joint.stiffness, joint.rest = number(dynamics, "spring_stiffness", 0), number(dynamics, "spring_reference", 0)
    end
end

local function read_joint(reader, e)
    local model, name, list = reader.model, attribute(e, "name"), kinds[attribute(e, "type")]
    if not list then fail(e, "<joint>: joints of type '%s' are not understood", e.attributes.type) end
    local parent, below = text_of(e, "parent"), text_of(e, "child")
    local number_ = reader.links[below or ""]
    if not number_ then fail(e, "<joint>: there is no link '%s'", tostring(below)) end
    local above = parent == "world" and 0 or reader.links[parent or ""]
    if not above then fail(e, "<joint>: there is no link '%s'", tostring(parent)) end
    local body = model.bodies[number_]
    if body.held then fail(e, "<joint>: link '%s' has a parent already: loops are added by tw.import's option loops", body.name) end
    body.held, body.parent, body.grounded = true, above, above == 0
    local frame, link = resolve(reader, name, e, 0), resolve(reader, below, e, 0)
    for k, kind in ipairs(list) do
        local joint = { name = k == 1 and name or name .. ".2", kind = kind, body = number_, place = place(e), element = e,
            position = link.q:inverse() * (frame.x - link.x), axis = tw.vec3(0, 0, 1), stiffness = 0, rest = 0, damping = 0, armature = 0,
            friction = 0, ref = 0 }
        if kind ~= "ball" then
            local a
            a, joint.axis = axis_of(reader, e, k == 1 and "axis" or "axis2", frame, link)
            read_limits(reader, joint, a)
        end
        table.insert(model.joints, joint)
        body.joints[#body.joints + 1] = #model.joints
    end
end

-- ---- the file -----------------------------------------------------------------------------------

local function gather(reader, e)
    for _, c in ipairs(e) do
        if c.name == "link" or c.name == "joint" or c.name == "frame" then
            local name = attribute(c, "name")
            if reader.frames[name] then fail(c, "<%s>: there is a frame '%s' already", c.name, name) end
            local base = c.name == "joint" and text_of(c, "child") or c.name == "frame" and c.attributes.attached_to or nil
            reader.frames[name] = { element = c, base = base }
        end
    end
end

return function(root, model, o)
    local world = child(root, "world")
    local e = child(root, "model") or world and child(world, "model")
    if not e then fail(root, "<sdf>: expected a <model> in it") end
    local reader = { model = model, notices = model.notices, links = {}, frames = {}, visuals = o.visuals }
    model.name = e.attributes.name or model.name
    model.gravity = world and child(world, "gravity") and common.vector(numbers(world, "gravity", 3)) or tw.vec3(0, 0, -9.81)
    gather(reader, e)
    for _, c in ipairs(e) do
        if c.name == "link" then read_link(reader, c) end
    end
    for _, c in ipairs(e) do
        if c.name == "joint" then read_joint(reader, c) end
    end
    local known = { link = true, joint = true, frame = true, pose = true, static = true, self_collide = true, allow_auto_disable = true }
    for _, c in ipairs(e) do
        if not known[c.name] then reader.notices:add(c, "<%s> in <model> is passed over", c.name) end
    end
    for _, c in ipairs(root) do
        if c ~= e and c ~= world then reader.notices:add(c, "<%s> is passed over: one model is read", c.name) end
    end
    -- poses in the model become poses in the parents
    local whole = pose_of(e)
    for _, body in ipairs(model.bodies) do
        local own = resolve(reader, body.name, body.element, 0)
        local above = body.parent > 0 and resolve(reader, model.bodies[body.parent].name, body.element, 0)
        local p = above and seen_from(above, own) or after(whole, own)
        body.position, body.orientation = p.x, p.q
    end
    model.base, model.light = truth(e, "static") and "fixed" or "loose", true
    return model
end
