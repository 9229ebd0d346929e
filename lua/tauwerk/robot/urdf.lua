-- URDF, the format of ROS, as a model (tauwerk/robot/common.lua).
local tw, host, common = ...
local fail, place = common.fail, common.place
local urdf = {}

local function child(e, name)
    for _, c in ipairs(e) do
        if c.name == name then return c end
    end
end

local function need(e, name)
    local c = child(e, name)
    if not c then fail(e, "<%s>: expected <%s> in it", e.name, name) end
    return c
end

local function attribute(e, name)
    local text = e.attributes[name]
    if not text then fail(e, "<%s>: attribute '%s' is missing", e.name, name) end
    return text
end

local function number(e, name, preset)
    local text = e.attributes[name]
    if not text and preset then return preset end
    return common.number(e, "attribute '" .. name .. "'", attribute(e, name))
end

local function positive(e, name)
    local x = number(e, name)
    if not (x > 0) then fail(e, "<%s>: attribute '%s': expected a positive number, got %g", e.name, name, x) end
    return x
end

-- place and turn of <origin xyz= rpy=/>: turns about the fixed axes x, y, z
local function origin(e)
    local o = child(e, "origin")
    if not o then return tw.vec3(0, 0, 0), common.one end
    local x = common.vector(common.numbers(o, "attribute 'xyz'", o.attributes.xyz or "0 0 0", 3))
    if o.attributes.quat_xyzw then
        local q = common.numbers(o, "attribute 'quat_xyzw'", o.attributes.quat_xyzw, 4)
        return x, common.quat(o, "attribute 'quat_xyzw'", { q[4], q[1], q[2], q[3] })
    end
    local r = common.numbers(o, "attribute 'rpy'", o.attributes.rpy or "0 0 0", 3)
    return x, tw.euler(r[1], r[2], r[3])
end

-- ---- solids -------------------------------------------------------------------------------------

-- a file that is named by package://NAME/PATH, model://NAME/PATH, file://PATH or PATH: NAME is the robot's folder (or that of the option
-- `folder`), or a folder in it
function urdf.mesh(model, e, name, scale, without)
    local folder, rest = name:match "^%a+://([^/]+)/(.*)$"
    if not folder or name:find "^file:" then return common.mesh(e, model, name:gsub("^file://", ""), scale, without) end
    for _, path in ipairs { model.up .. folder .. "/" .. rest, folder .. "/" .. rest, model.up .. rest } do
        if common.locate(model, path) then return common.mesh(e, model, path, scale, without) end
    end
    return common.mesh(e, model, rest, scale, without)
end

local function mesh(reader, e, without)
    local scale = tw.vec3(1, 1, 1)
    if e.attributes.scale then
        local n = common.numbers(e, "attribute 'scale'", e.attributes.scale, 1, 3)
        if #n == 2 then fail(e, "<mesh>: attribute 'scale': expected 3 numbers, got '%s'", e.attributes.scale) end
        scale = common.vector(#n == 1 and { n[1], n[1], n[1] } or n)
    end
    return urdf.mesh(reader.model, e, attribute(e, "filename"), scale, without)
end

local shapes = {
    box = function(_, e)
        local n = common.numbers(e, "attribute 'size'", attribute(e, "size"), 3)
        if not (n[1] > 0 and n[2] > 0 and n[3] > 0) then fail(e, "<box>: attribute 'size': expected positive numbers") end
        return "box", { size = n }
    end,
    sphere = function(_, e) return "sphere", { radius = positive(e, "radius") } end,
    cylinder = function(_, e) return "cylinder", { radius = positive(e, "radius"), height = positive(e, "length") } end,
    capsule = function(_, e) return "capsule", { radius = positive(e, "radius"), length = positive(e, "length") } end,
    mesh = function(reader, e, without) return "mesh", mesh(reader, e, without) end,
}

-- a material that the robot, or a visual of a link, describes: other visuals name it; its colour, or false: it has none
local function add_material(reader, e)
    local name, own = e.attributes.name, child(e, "color")
    if name and e[1] and not reader.materials[name] then reader.materials[name] = own and own.attributes.rgba or false end
end

local function color(reader, e)
    local material = child(e, "material")
    if not material then return nil, 1 end
    local own, name = child(material, "color"), material.attributes.name or ""
    local rgba = own and own.attributes.rgba or reader.materials[name]
    if not rgba then
        if rgba == nil and not material[1] then reader.notices:add(material, "materials are passed over that the file has not: '%s'", name) end
        return nil, 1
    end
    local n = common.numbers(own or material, "attribute 'rgba'", rgba, 4)
    return common.color(n), n[4]
end

local function read_geom(reader, e, collides)
    local shape = need(e, "geometry")[1]
    if not shape then fail(e, "<%s>: <geometry> is empty", e.name) end
    local read = shapes[shape.name]
    if not read then return nil end
    local geom = { name = e.attributes.name, place = place(e), element = e, collides = collides, seen = not collides }
    geom.position, geom.orientation = origin(e)
    geom.kind, geom.fields = read(reader, shape, collides and "collision shapes" or "visuals")
    if not geom.fields then return nil end
    if not collides then geom.color, geom.opacity = color(reader, e) end
    return geom
end

-- ---- links --------------------------------------------------------------------------------------

local function read_inertial(e)
    local x, q = origin(e)
    local m, I = number(need(e, "mass"), "value"), need(e, "inertia")
    local xy, xz, yz = number(I, "ixy", 0), number(I, "ixz", 0), number(I, "iyz", 0)
    local matrix = { { number(I, "ixx"), xy, xz }, { xy, number(I, "iyy"), yz }, { xz, yz, number(I, "izz") } }
    if m < 0 then fail(e, "<mass>: attribute 'value': expected 0 or more, got %g", m) end
    return m > 0 and { mass = m, position = x, inertia = common.turned(matrix, q) } or nil
end

-- adds a link with the solids that it has, of URDF and SDF: what collides is seen where no visual is
local function add_link(reader, e, body, read)
    local collision, seen = child(e, "collision") ~= nil, false
    for _, c in ipairs(e) do
        local geom
        if c.name == "visual" then
            if reader.visuals or not collision then geom = read(reader, c, false) end
            seen = seen or geom ~= nil
        elseif c.name == "collision" then
            geom = read(reader, c, true)
        end
        if geom then body.geoms[#body.geoms + 1] = geom end
    end
    for _, geom in ipairs(body.geoms) do geom.seen = geom.seen or not seen end
    table.insert(reader.model.bodies, body)
    reader.links[body.name] = #reader.model.bodies
end

local function read_link(reader, e)
    local name = attribute(e, "name")
    if reader.links[name] then fail(e, "<link>: there is a link '%s' already", name) end
    local body = { name = name, parent = 0, position = tw.vec3(0, 0, 0), orientation = common.one, geoms = {}, sites = {}, joints = {},
        place = place(e), element = e }
    local inertial = child(e, "inertial")
    body.inertial = inertial and read_inertial(inertial)
    add_link(reader, e, body, read_geom)
end

-- ---- joints -------------------------------------------------------------------------------------

local kinds = { revolute = "hinge", continuous = "hinge", prismatic = "slide", floating = "free", planar = "planar", fixed = "fixed" }

local function link_of(reader, e, name)
    local c = need(e, name)
    local number_ = reader.links[attribute(c, "link")]
    if not number_ then fail(c, "<%s>: there is no link '%s'", name, c.attributes.link) end
    return number_
end

-- a number that is not negative; 0: it is not there
local function amount(e, name) return e.attributes[name] and common.amount(e, "attribute '" .. name .. "'", e.attributes[name]) or 0 end

-- a number, or inf: no limit
local function bound(e, name) return common.infinite(e.attributes[name]) or number(e, name, 0) end

local function read_joint(reader, e)
    local model, name, kind = reader.model, attribute(e, "name"), kinds[attribute(e, "type")]
    if not kind then fail(e, "<joint>: attribute 'type': there is no type '%s'", e.attributes.type) end
    if reader.joints[name] then fail(e, "<joint>: there is a joint '%s' already", name) end
    local parent, number_ = link_of(reader, e, "parent"), link_of(reader, e, "child")
    local body = model.bodies[number_]
    if body.parent ~= 0 then fail(e, "<joint>: link '%s' has a parent already: URDF has no loops (tw.import: option loops)", body.name) end
    body.parent = parent
    body.position, body.orientation = origin(e)
    if kind == "fixed" then return end
    local a = child(e, "axis")
    local axis = a and common.vector(common.numbers(a, "attribute 'xyz'", attribute(a, "xyz"), 3)) or tw.vec3(1, 0, 0)
    if not (axis:length() > 1e-12) then fail(a, "<axis>: attribute 'xyz': expected an axis other than 0") end
    local dynamics, limit = child(e, "dynamics"), child(e, "limit")
    local joint = { name = name, kind = kind, body = number_, place = place(e), element = e, position = tw.vec3(0, 0, 0),
        axis = axis:normalized(), stiffness = 0, rest = 0, armature = 0, ref = 0,
        damping = dynamics and amount(dynamics, "damping") or 0, friction = dynamics and amount(dynamics, "friction") or 0 }
    if e.attributes.type == "revolute" or e.attributes.type == "prismatic" then
        if not limit then fail(e, "<joint>: a %s joint has limits: <limit> is missing", e.attributes.type) end
        joint.lower, joint.upper = bound(limit, "lower"), bound(limit, "upper")
        if joint.lower > joint.upper then fail(limit, "<limit>: expected 'lower' to be at most 'upper'") end
        if joint.lower == -math.huge then joint.lower = nil end
        if joint.upper == math.huge then joint.upper = nil end
    end
    if limit and limit.attributes.effort and not common.infinite(limit.attributes.effort) then joint.effort = number(limit, "effort") end
    if limit and limit.attributes.velocity then reader.notices:add(limit, "limits of velocities are passed over") end
    table.insert(model.joints, joint)
    reader.joints[name] = #model.joints
    body.joints = { #model.joints }
    reader.mimics[#reader.mimics + 1] = child(e, "mimic") and { child(e, "mimic"), #model.joints } or nil
end

local function read_mimic(reader, e, number_)
    local other = reader.joints[attribute(e, "joint")]
    if not other then fail(e, "<mimic>: there is no joint '%s' that moves", e.attributes.joint) end
    if other == number_ then fail(e, "<mimic>: joint '%s' follows itself", e.attributes.joint) end
    table.insert(reader.model.equalities, { kind = "coupling", follower = number_, place = place(e), value = number(e, "offset", 0),
        terms = { [number_] = 1, [other] = -number(e, "multiplier", 1) } })
end

local function read_transmission(reader, e)
    local joint, actuator = child(e, "joint"), child(e, "actuator")
    local number_ = joint and reader.joints[attribute(joint, "name")]
    if not number_ then return reader.notices:add(e, "transmissions without a joint that moves are passed over") end
    local own = reader.model.joints[number_]
    if own.kind ~= "hinge" and own.kind ~= "slide" then
        return reader.notices:add(e, "transmissions of %s joints are passed over", own.kind)
    end
    local reduction = actuator and child(actuator, "mechanicalReduction") or child(e, "mechanicalReduction")
    local gear = reduction and reduction.text and common.number(reduction, "its text", reduction.text) or 1
    if gear == 0 then fail(reduction, "<mechanicalReduction>: expected a number other than 0") end
    local range = own.effort and own.effort > 0 and { -math.abs(own.effort / gear), math.abs(own.effort / gear) } or nil
    table.insert(reader.model.motors, { name = actuator and actuator.attributes.name or e.attributes.name, kind = "motor",
        terms = { [number_] = 1 }, gear = gear, gain = 1, bias = { 0, 0, 0 }, range = range, place = place(e) })
end

-- ---- the file -----------------------------------------------------------------------------------

function urdf.read(root, model, o)
    local reader = { model = model, notices = model.notices, links = {}, joints = {}, materials = {}, mimics = {}, visuals = o.visuals }
    model.name = root.attributes.name or model.name
    model.gravity = tw.vec3(0, 0, -9.81)
    for _, e in ipairs(root) do
        if e.name == "xacro:property" or e.name == "xacro:macro" or e.name == "xacro:include" or e.name == "xacro:arg" then fail(e, "<%s>: this is a xacro file, which makes a URDF: run xacro on it first", e.name) end
        if e.name == "material" then add_material(reader, e) end
    end
    for _, e in ipairs(root) do
        for _, c in ipairs(e.name == "link" and e or {}) do
            local material = c.name == "visual" and child(c, "material")
            if material then add_material(reader, material) end
        end
    end
    for _, e in ipairs(root) do
        if e.name == "link" then read_link(reader, e) end
    end
    for _, e in ipairs(root) do
        if e.name == "joint" then read_joint(reader, e) end
    end
    if #model.bodies == 0 then fail(root, "<robot>: expected at least one <link>") end
    for _, m in ipairs(reader.mimics) do read_mimic(reader, m[1], m[2]) end
    for _, e in ipairs(root) do
        if e.name == "transmission" then read_transmission(reader, e) end
    end
    model.base, model.light = "free", true
    for _, body in ipairs(model.bodies) do
        if body.parent == 0 and body.name == "world" then model.base = "fixed" end
    end
    return model
end

urdf.child, urdf.attribute, urdf.add_link = child, attribute, add_link

return urdf
