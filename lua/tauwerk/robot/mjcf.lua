-- MJCF, the format of MuJoCo, as a model (tauwerk/robot/common.lua): includes, compiler settings, classes
-- of defaults, the tree of bodies. What connects and drives them is read in mjcf_more.lua.
local tw, host, common, known, more = ...
local fail, place = common.fail, common.place
local yes = { ["true"] = true, ["false"] = false, ["1"] = true, ["0"] = false }

-- ---- includes -----------------------------------------------------------------------------------

-- <include file=.../> becomes what the file's root holds; each file once, below the folder of the first
local function include(model, e, depth, seen)
    if depth > 20 then fail(e, "<include>: files include each other more than 20 deep") end
    local i = 1
    while e[i] do
        local child = e[i]
        if child.name == "include" then
            local name = child.attributes.file
            if not name then fail(child, "<include>: attribute 'file' is missing") end
            local path, why = common.locate(model, name)
            if not path then fail(child, "<include>: '%s': %s", name, why) end
            if seen[path] then fail(child, "<include>: '%s' is included already", name) end
            seen[path] = true
            local root, wrong = host.xml(path, name)
            if not root then fail(child, "<include>: %s", wrong) end
            include(model, root, depth + 1, seen)
            table.remove(e, i)
            for k = 1, #root do table.insert(e, i + k - 1, root[k]) end
            i = i + #root
        else
            include(model, child, depth, seen)
            i = i + 1
        end
    end
end

-- ---- defaults -----------------------------------------------------------------------------------

local drives = { motor = true, position = true, velocity = true, general = true, intvelocity = true,
    damper = true, cylinder = true, muscle = true, adhesion = true }

local kinds = common.set "joint geom site mesh material tendon equality camera light pair drive"

local function kind_of(name)
    if drives[name] then return "drive" end
    if name == "freejoint" then return "joint" end
    return name
end

local function copy(t)
    local c = {}
    for k, v in pairs(t) do c[k] = v end
    return c
end

-- lists of numbers of which an element may give the first ones alone: its class has the others
local lists = common.set "size friction gear gainprm biasprm polycoef"
local turns = common.set "axisangle euler xyaxes zaxis"

-- an element gives its turn in one notation; it may be another one than its class has
local function check_turns(e)
    local count = e.attributes.quat and 1 or 0
    for name in pairs(turns) do count = count + (e.attributes[name] and 1 or 0) end
    if count > 1 then fail(e, "<%s>: expected one of quat, axisangle, euler, xyaxes and zaxis, got %d", e.name, count) end
end

-- attributes of an element over those of its class
local function overlay(e, below)
    check_turns(e)
    for k, v in pairs(e.attributes) do
        if lists[k] and below[k] then
            local words = {}
            for word in v:gmatch "%S+" do words[#words + 1] = word end
            if #words > 10 then fail(e, "<%s>: attribute '%s': expected at most 10 numbers, got %d", e.name, k, #words) end
            local n = #words
            for word in below[k]:gmatch "%S+" do
                n = n - 1
                if n < 0 then words[#words + 1] = word end
            end
            v = table.concat(words, " ")
        end
        if turns[k] then
            for name in pairs(turns) do below[name] = nil end
        end
        below[k] = v
    end
    return below
end

local function read_defaults(reader, e, above)
    local name = e.attributes.class or (not above and "main")
    if not name then fail(e, "<default>: attribute 'class' is missing") end
    if above and reader.classes[name] then fail(e, "<default>: there is a class '%s' already", name) end
    local class = not above and reader.classes.main or {} -- a second <default> goes on with the first
    for kind, attributes in pairs(above or {}) do class[kind] = copy(attributes) end
    reader.classes[name] = class
    if not above then reader.classes.main = class end
    for _, child in ipairs(e) do
        if child.name ~= "default" then
            local kind = kind_of(child.name)
            if not kinds[kind] then reader.notices:add(child, "<%s> in <default> is passed over", child.name) end
            class[kind] = class[kind] or {}
            overlay(child, class[kind])
            if kind == "drive" then class[kind]["of " .. child.name] = true end
        end
    end
    for _, child in ipairs(e) do
        if child.name == "default" then read_defaults(reader, child, class) end
    end
end

-- what an element says, its class, and the classes about it
local function attributes(reader, e, class)
    local kind, name = kind_of(e.name), e.attributes.class or class or "main"
    local from = reader.classes[name]
    if not from then fail(e, "<%s>: there is no class of defaults '%s'", e.name, name) end
    local a = overlay(e, copy(e.name == "freejoint" and {} or from[kind] or {}))
    a.class = nil
    if a.name then a.name = a.name .. reader.suffix end
    return a
end

-- bodies, and joints, of one name: references to them would be ambiguous
local function check_name(reader, e, name, kind)
    if not name then return end
    local known = kind .. " " .. name
    if reader.names[known] then fail(e, "<%s>: attribute 'name': there is a %s '%s' in line %d", e.name, kind, name, reader.names[known]) end
    reader.names[known] = e.line
end

-- ---- settings -----------------------------------------------------------------------------------

local function read_compiler(reader, e)
    for k, v in pairs(e.attributes) do reader.compiler[k] = v end
    local c = reader.compiler
    if c.coordinate and c.coordinate ~= "local" and c.coordinate ~= "global" then
        fail(e, "<compiler>: attribute 'coordinate': expected 'local' or 'global', got '%s'", c.coordinate)
    end
    if c.eulerseq and not c.eulerseq:match "^[xyzXYZ][xyzXYZ][xyzXYZ]$" then
        fail(e, "<compiler>: attribute 'eulerseq': expected three of x, y, z, X, Y, Z, got '%s'", c.eulerseq)
    end
    for _, name in ipairs { "settotalmass", "boundmass", "boundinertia" } do
        if c[name] then reader[name] = common.number(e, "attribute '" .. name .. "'", c[name]) end
    end
    if c.inertiagrouprange then
        reader.groups = common.numbers(e, "attribute 'inertiagrouprange'", c.inertiagrouprange, 2)
    end
    if c.angle and c.angle ~= "degree" and c.angle ~= "radian" then
        fail(e, "<compiler>: attribute 'angle': expected 'degree' or 'radian', got '%s'", c.angle)
    end
    reader.radian = c.angle == "radian" and 1 or math.pi / 180
end

-- what <flag> switches off
local function read_flags(reader, e)
    local model = reader.model
    for name, value in pairs(e.attributes) do
        if value == "disable" and (name == "contact" or name == "constraint") then model.untouched = true end
        if value == "disable" and name == "gravity" then model.gravity = tw.vec3(0, 0, 0) end
        if value == "disable" and name == "constraint" then
            for _, part in ipairs { "limit", "equality", "frictionloss" } do model.off[part] = true end
        end
        if value == "disable" then model.off[name] = true end
    end
end

local function read_option(reader, e)
    for k, v in pairs(e.attributes) do
        if k == "gravity" then
            reader.model.gravity = common.vector(common.numbers(e, "attribute 'gravity'", v, 3))
        elseif (k == "density" or k == "viscosity" or k == "wind") and v:find "[1-9]" then
            reader.notices:add(e, "attribute '%s' of <option> is passed over: nothing flows about the bodies", k)
        end
    end
    for _, flag in ipairs(e) do
        if flag.name == "flag" then read_flags(reader, flag) end
    end
end

-- ---- turns --------------------------------------------------------------------------------------

local units = { x = tw.vec3(1, 0, 0), y = tw.vec3(0, 1, 0), z = tw.vec3(0, 0, 1) }

-- of an element with the attributes a; a quaternion counts where no other turn is given, by the element or its class, as in MuJoCo
local function orientation(reader, e, a)
    check_turns(e)
    if a.axisangle then
        local n = common.numbers(e, "attribute 'axisangle'", a.axisangle, 4)
        if not (common.vector(n):length() > 0) then fail(e, "<%s>: attribute 'axisangle': expected an axis other than 0", e.name) end
        return tw.axis_angle(common.vector(n), n[4] * reader.radian)
    end
    if a.euler then
        local n, q = common.numbers(e, "attribute 'euler'", a.euler, 3), common.one
        for i = 1, 3 do
            local letter = (reader.compiler.eulerseq or "xyz"):sub(i, i)
            local turn = tw.axis_angle(units[letter:lower()], n[i] * reader.radian)
            if letter:lower() == letter then q = q * turn else q = turn * q end
        end
        return q
    end
    if a.xyaxes then
        local n = common.numbers(e, "attribute 'xyaxes'", a.xyaxes, 6)
        local x, y = common.vector(n), common.vector(n, 4)
        local z = x:cross(y)
        if not (z:length() > 1e-12) then fail(e, "<%s>: attribute 'xyaxes': expected two axes that are not parallel", e.name) end
        x, z = x:normalized(), z:normalized()
        return common.from_axes(x, z:cross(x), z)
    end
    if a.zaxis then
        local z = common.vector(common.numbers(e, "attribute 'zaxis'", a.zaxis, 3))
        if not (z:length() > 1e-12) then fail(e, "<%s>: attribute 'zaxis': expected an axis other than 0", e.name) end
        return common.from_z(z)
    end
    if a.quat then return common.quat(e, "attribute 'quat'", common.numbers(e, "attribute 'quat'", a.quat, 4)) end
    return common.one
end

-- the frame of elements in a body that is at `pose` of what holds it: as they are, or from the world's ("global")
local function frame_in(reader, pose)
    if reader.compiler.coordinate ~= "global" then return { x = tw.vec3(0, 0, 0), q = common.one } end
    local back = pose.q:inverse()
    return { x = back * -pose.x, q = back }
end

-- place and turn of an element in the axes of its body, through <frame>s
local function inside(reader, x, q) return reader.to.x + reader.to.q * x, reader.to.q * q end

local function position(e, a, name)
    local text = a[name or "pos"]
    if not text then return tw.vec3(0, 0, 0) end
    return common.vector(common.numbers(e, "attribute '" .. (name or "pos") .. "'", text, 3))
end

-- ---- geoms --------------------------------------------------------------------------------------

-- half sizes along the axes as the file gives them; `half`: from fromto, instead of the last one
local function sizes(e, a, count, half)
    local n = common.numbers(e, "attribute 'size'", a.size or "", 0, 3)
    local want = half and count - 1 or count
    if #n < want then fail(e, "<%s>: attribute 'size': expected %d numbers, got '%s'", e.name, want, a.size or "") end
    if half then n[count] = half end
    for i = 1, count do
        if not (n[i] > 0) then fail(e, "<%s>: attribute 'size': expected positive numbers, got '%s'", e.name, a.size or "") end
    end
    return n
end

-- with fromto the first size counts across
local function thrice(size) return size and size:gsub("^%s*(%S+).*$", "%1 %1 %1") end

local shapes = {
    sphere = function(e, a)
        return "sphere", { radius = sizes(e, a, 1)[1] }
    end,
    capsule = function(e, a, half)
        local n = sizes(e, a, 2, half)
        return "capsule", { radius = n[1], length = 2 * n[2] }
    end,
    cylinder = function(e, a, half)
        local n = sizes(e, a, 2, half)
        return "cylinder", { radius = n[1], height = 2 * n[2] }
    end,
    ellipsoid = function(e, a, half)
        local n = sizes(e, half and { size = thrice(a.size) } or a, 3, half)
        if half then n[2] = n[1] end
        return "ellipsoid", { radii = { n[1], n[2], n[3] } }
    end,
    box = function(e, a, half)
        local n = sizes(e, half and { size = thrice(a.size) } or a, 3, half)
        if half then n[2] = n[1] end
        return "box", { size = { 2 * n[1], 2 * n[2], 2 * n[3] } }
    end,
    plane = function(e, a)
        local n = common.numbers(e, "attribute 'size'", a.size or "0 0 1", 3)
        return "plane", { size = { 2 * n[1], 2 * n[2] } }
    end,
    mesh = function(e, a, _, reader)
        return "mesh", more.asset(reader, e, a)
    end,
}

local function read_fromto(e, a)
    local n = common.numbers(e, "attribute 'fromto'", a.fromto, 6)
    local from, to = common.vector(n), common.vector(n, 4)
    if not ((to - from):length() > 1e-12) then fail(e, "<%s>: attribute 'fromto': expected two places", e.name) end
    return (from + to) * 0.5, common.from_z(from - to), (to - from):length() / 2
end

local function color_of(reader, a, e)
    local material = a.material and reader.assets.material[a.material]
    local rgba = a.rgba or material and material.rgba
    if not rgba then return nil, 1 end
    local n = common.numbers(e, "attribute 'rgba'", rgba, 4)
    return common.color(n), n[4]
end

local function read_geom(reader, e, class)
    local a = attributes(reader, e, class)
    local half, pos, turn
    local kind = a.type or (a.mesh and "mesh") or "sphere"
    local shape = shapes[kind]
    if not shape then return reader.notices:add(e, "geoms of type '%s' are passed over", kind) end
    if a.mesh and kind ~= "mesh" then
        pos, turn = position(e, a), orientation(reader, e, a)
        local fitted = more.fit(reader, e, a, kind)
        if not fitted then return reader.notices:add(e, "geoms of type '%s' that are fitted to a mesh are passed over", kind) end
        pos, turn, a.size = pos + turn * fitted.centre, turn * fitted.turn, fitted.size
    elseif a.fromto and (kind == "capsule" or kind == "cylinder" or kind == "ellipsoid" or kind == "box") then
        pos, turn, half = read_fromto(e, a)
    else
        pos, turn = position(e, a), orientation(reader, e, a)
    end
    pos, turn = inside(reader, pos, turn)
    local geom = { name = a.name, position = pos, orientation = turn, place = place(e), element = e }
    geom.kind, geom.fields = shape(e, a, half, reader)
    if a.mesh then geom.rule = reader.assets.mesh[a.mesh].rule or (reader.compiler.exactmeshinertia == "true" and "exact") end
    geom.shell = yes[a.shellinertia or "false"] or geom.rule == "shell"
    geom.mass = a.mass and common.number(e, "attribute 'mass'", a.mass)
    geom.density = a.density and common.number(e, "attribute 'density'", a.density) or 1000
    local function bits(name, preset) return a[name] and common.whole(e, "attribute '" .. name .. "'", a[name]) or preset end
    geom.group, geom.contype, geom.conaffinity = bits("group", 0), bits("contype", 1), bits("conaffinity", 1)
    geom.collides = geom.contype ~= 0 or geom.conaffinity ~= 0
    geom.seen, geom.color = true, nil
    geom.color, geom.opacity = color_of(reader, a, e)
    if geom.opacity == 0 then geom.seen = false end
    if (tonumber(a.condim or 3) or 3) > 3 then
        reader.notices:add(e, "'condim' of <geom> beyond 3 counts as 3: nothing resists spinning and rolling")
    end
    geom.friction = (tonumber(a.condim or 3) or 3) == 1 and 0
        or (a.friction and common.numbers(e, "attribute 'friction'", a.friction, 1, 3)[1] or 1)
    return geom
end

-- ---- bodies -------------------------------------------------------------------------------------

local function read_site(reader, e, number, class)
    local a = attributes(reader, e, class)
    local pos, turn
    if a.fromto then pos, turn = read_fromto(e, a) else pos, turn = position(e, a), orientation(reader, e, a) end
    pos, turn = inside(reader, pos, turn)
    local site, named = { name = a.name, body = number, position = pos, orientation = turn, place = place(e), line = e.line }, reader.model.site
    if a.name then
        if named[a.name] then fail(e, "<site>: attribute 'name': there is a site '%s' in line %d", a.name, named[a.name].line) end
        named[a.name] = site
    end
    return site
end

local function read_inertial(reader, e)
    local a = e.attributes
    for _, name in ipairs { "mass" } do
        if not a[name] then fail(e, "<inertial>: attribute '%s' is missing", name) end
    end
    local I
    if a.fullinertia then
        local n = common.numbers(e, "attribute 'fullinertia'", a.fullinertia, 6)
        I = { { n[1], n[4], n[5] }, { n[4], n[2], n[6] }, { n[5], n[6], n[3] } }
    elseif a.diaginertia then
        local n = common.numbers(e, "attribute 'diaginertia'", a.diaginertia, 3)
        I = common.diagonal(n[1], n[2], n[3])
    else
        fail(e, "<inertial>: attribute 'diaginertia' is missing")
    end
    local pos, turn = inside(reader, position(e, a), orientation(reader, e, a))
    return { mass = common.number(e, "attribute 'mass'", a.mass), position = pos, inertia = common.turned(I, turn) }
end

local function read_joint(reader, e, body, class)
    local a = attributes(reader, e, class)
    local kind = e.name == "freejoint" and "free" or a.type or "hinge"
    if kind ~= "free" and kind ~= "ball" and kind ~= "hinge" and kind ~= "slide" then
        fail(e, "<joint>: attribute 'type': expected free, ball, slide or hinge, got '%s'", kind)
    end
    check_name(reader, e, a.name, "joint")
    local scale = kind == "hinge" and reader.radian or kind == "ball" and reader.radian or 1
    local function number(name, preset)
        return a[name] and common.number(e, "attribute '" .. name .. "'", a[name]) or preset
    end
    local function amount(name) return a[name] and common.amount(e, "attribute '" .. name .. "'", a[name]) or 0 end
    local axis = a.axis and common.vector(common.numbers(e, "attribute 'axis'", a.axis, 3)) or tw.vec3(0, 0, 1)
    if not (axis:length() > 1e-12) then fail(e, "<joint>: attribute 'axis': expected an axis other than 0") end
    local ref = number("ref", 0) * scale
    local pos = inside(reader, position(e, a), common.one)
    local joint = {
        name = a.name, kind = kind, body = body, place = place(e), element = e, position = pos, axis = reader.to.q * axis:normalized(),
        stiffness = amount "stiffness", rest = number("springref", 0) * scale - ref, damping = amount "damping",
        armature = amount "armature", friction = amount "frictionloss", ref = ref,
    }
    local range = kind ~= "free" and more.limits(reader, e, a, "limited", "range")
    if range then joint.lower, joint.upper = range[1] * scale - ref, range[2] * scale - ref end
    if a.springdamper then
        local n = common.numbers(e, "attribute 'springdamper'", a.springdamper, 2)
        if n[1] > 0 and n[2] > 0 then joint.springdamper = n end
    end
    return joint
end

local read_inside

-- <frame>: its elements stand in it
local function read_frame(reader, e, body, number, class)
    local was = reader.to
    local x, q = inside(reader, position(e, e.attributes), orientation(reader, e, e.attributes))
    reader.to = { x = x, q = q }
    read_inside(reader, e, body, number, class)
    reader.to = was
end

-- <replicate>: its elements `count` times, each frame `offset` and `euler` further than the one before; names get a number
local function replicate(reader, e, body, number, class)
    local a, was, suffix = e.attributes, reader.to, reader.suffix
    if not a.count then fail(e, "<replicate>: attribute 'count' is missing") end
    local count = math.tointeger(common.number(e, "attribute 'count'", a.count))
    if not count or count < 1 then fail(e, "<replicate>: attribute 'count': expected a whole number of at least 1, got '%s'", a.count) end
    reader.copies = reader.copies + count
    if reader.copies > 10000 then fail(e, "<replicate>: more than 10000 copies") end
    local offset, step = position(e, a, "offset"), common.numbers(e, "attribute 'euler'", a.euler or "0 0 0", 3)
    local x = tw.vec3(0, 0, 0)
    for i = 0, count - 1 do
        local turn = orientation(reader, e, { euler = string.format("%.17g %.17g %.17g", i * step[1], i * step[2], i * step[3]) })
        reader.to = { x = was.x + was.q * x, q = was.q * turn }
        reader.suffix = (a.sep or "") .. string.format("%0" .. #tostring(count) .. "d", i) .. suffix
        read_inside(reader, e, body, number, class)
        x = x + turn * offset
    end
    reader.to, reader.suffix = was, suffix
end

local tell = { camera = "cameras are passed over", light = "lights are passed over" }
local read_body

read_inside = function(reader, e, body, number, class)
    class = e.attributes.childclass or class
    for _, child in ipairs(e) do
        local name = child.name
        if name == "geom" then
            local geom = read_geom(reader, child, class)
            if geom and geom.kind == "plane" and number > 0 then
                reader.notices:add(child, "planes in bodies are passed over")
            elseif geom then
                body.geoms[#body.geoms + 1] = geom
            end
        elseif name == "site" then
            body.sites[#body.sites + 1] = read_site(reader, child, number, class)
        elseif name == "body" then
            read_body(reader, child, number, class)
        elseif name == "frame" then
            read_frame(reader, child, body, number, class)
        elseif name == "replicate" then
            replicate(reader, child, body, number, class)
        elseif number > 0 and (name == "joint" or name == "freejoint") then
            local joints = reader.model.joints
            joints[#joints + 1] = read_joint(reader, child, number, class)
            body.joints[#body.joints + 1] = #joints
        elseif number > 0 and name == "inertial" then
            body.given = read_inertial(reader, child)
        elseif tell[name] then
            reader.notices:add(child, "%s", tell[name])
        else
            reader.notices:add(child, "<%s> in <%s> is passed over", name, e.name)
            body.partial = true
        end
    end
end

read_body = function(reader, e, parent, class)
    local model, a = reader.model, e.attributes
    if yes[a.mocap] then reader.notices:add(e, "attribute 'mocap' of <body> is passed over") end
    local own, was = { x = position(e, a), q = orientation(reader, e, a) }, reader.to
    local x, q = inside(reader, own.x, own.q)
    local body = { name = a.name and a.name .. reader.suffix, parent = parent, position = x, orientation = q,
        geoms = {}, sites = {}, joints = {}, place = place(e), element = e }
    check_name(reader, e, body.name, "body")
    local number = #model.bodies + 1
    model.bodies[number] = body
    reader.to = frame_in(reader, own)
    read_inside(reader, e, body, number, class)
    reader.to = was
end

-- mass and principal moments as the bounds of <compiler> allow them
local function bounded(reader, given)
    local mass, least, balance = reader.boundmass or 0, reader.boundinertia or 0, yes[reader.compiler.balanceinertia or "false"]
    if mass <= 0 and least <= 0 and not balance then return given end
    given = given or { mass = 0, position = tw.vec3(0, 0, 0), inertia = common.diagonal(0, 0, 0) }
    given.mass = math.max(given.mass, mass)
    given.inertia = common.with_moments(given.inertia, function(p)
        for i = 1, 3 do p[i] = math.max(p[i], least) end
        if balance and (p[1] + p[2] < p[3] or p[1] + p[3] < p[2] or p[2] + p[3] < p[1]) then
            p[1] = (p[1] + p[2] + p[3]) / 3
            p[2], p[3] = p[1], p[1]
        end
        return p
    end)
    return given
end

-- masses of all bodies, after the whole file is known
local function weigh(reader)
    local model, how, total = reader.model, reader.compiler.inertiafromgeom or "auto", 0
    for _, body in ipairs(model.bodies) do
        local given = body.given
        if yes[how] == true or not given then
            local list = {}
            for _, geom in ipairs(body.geoms) do
                local counts = not reader.groups or (geom.group >= reader.groups[1] and geom.group <= reader.groups[2])
                local solid = counts and more.solid(reader, geom)
                if solid then list[#list + 1] = solid end
            end
            given = (yes[how] ~= false) and common.together(list) or given
        end
        body.inertial = bounded(reader, given)
        given = body.inertial
        total = total + (given and given.mass or 0)
    end
    if not (reader.settotalmass and reader.settotalmass > 0 and total > 0) then return end
    local scale = reader.settotalmass / total
    for _, body in ipairs(model.bodies) do
        local own = body.inertial
        if own then
            own.mass = own.mass * scale
            for i = 1, 3 do
                for j = 1, 3 do own.inertia[i][j] = own.inertia[i][j] * scale end
            end
        end
    end
end

-- ---- the file -----------------------------------------------------------------------------------

local function read_assets(reader, e)
    for _, child in ipairs(e) do
        local a = attributes(reader, child)
        if child.name == "material" and a.name then
            reader.assets.material[a.name] = a
        elseif child.name == "mesh" then
            local name = a.name or (a.file or ""):match "([^/]*)%.[^.]*$"
            if not name then fail(child, "<mesh>: attribute 'name' is missing") end
            reader.assets.mesh[name] = { read = function() return more.mesh(reader, child, a) end, rule = more.rule(child, a) }
        elseif child.name ~= "material" then
            reader.notices:add(child, "<%s> in <asset> is passed over", child.name)
        end
    end
end

-- the root of a file as a model
return function(root, model, o)
    if root.name ~= "mujoco" then fail(root, "expected <mujoco> as the root, got <%s>", root.name) end
    model.off, model.site = {}, {}
    local reader = { model = model, suffix = "", copies = 0, names = {}, classes = {}, spatial = {}, mesh_inertia = o.mesh_inertia, compiler = {}, radian = math.pi / 180, notices = model.notices,
        assets = { material = {}, mesh = {} }, attributes = attributes, position = position, orientation = orientation }
    include(model, root, 0, {})
    known.tell("mjcf", root, model.notices)
    model.name = root.attributes.model or model.name
    model.gravity = tw.vec3(0, 0, -9.81)
    model.world = { geoms = {}, sites = {}, joints = {} }
    for _, e in ipairs(root) do
        if e.name == "compiler" then read_compiler(reader, e) end
        if e.name == "option" then read_option(reader, e) end
        if e.name == "default" then read_defaults(reader, e) end
    end
    if not reader.classes.main then reader.classes.main = {} end
    for _, e in ipairs(root) do
        if e.name == "asset" then read_assets(reader, e) end
    end
    for _, e in ipairs(root) do
        reader.to = { x = tw.vec3(0, 0, 0), q = common.one }
        if e.name == "worldbody" then read_inside(reader, e, model.world, 0, nil) end
    end
    weigh(reader)
    local passed = common.set "compiler option default worldbody asset"
    for _, e in ipairs(root) do
        if more.sections[e.name] then
            more.sections[e.name](reader, e)
        elseif not passed[e.name] then
            reader.notices:add(e, "<%s> is passed over", e.name)
        end
    end
    more.finish(reader)
    return model
end
