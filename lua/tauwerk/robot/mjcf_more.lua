-- What of MJCF connects and drives bodies: equalities, tendons, actuators, contact pairs, key frames.
local tw, _, common, hull = ...
local fail, place = common.fail, common.place
local more = { sections = {} }

-- vertices as MuJoCo moves them: less refpos, turned back by refquat, scaled
local function moved(e, a, vertices, scale)
    local pos = a.refpos and common.vector(common.numbers(e, "attribute 'refpos'", a.refpos, 3))
    local turn = a.refquat and common.quat(e, "attribute 'refquat'", common.numbers(e, "attribute 'refquat'", a.refquat, 4)):inverse()
    local list = {}
    for i, v in ipairs(vertices) do
        local x = tw.vec3(v)
        if pos then x = x - pos end
        if turn then x = turn * x end
        list[i] = { x.x * scale.x, x.y * scale.y, x.z * scale.z }
    end
    return list
end

-- points without faces are those of a hull
local function listed(e, a)
    local v = common.numbers(e, "attribute 'vertex'", a.vertex, 3, 1000000)
    local vertices, triangles = {}, {}
    for i = 1, #v - 2, 3 do vertices[#vertices + 1] = { v[i], v[i + 1], v[i + 2] } end
    if not a.face then
        vertices, triangles = hull(vertices)
        if not vertices then fail(e, "<mesh>: attribute 'vertex': expected points that do not all lie in a plane") end
        return vertices, triangles
    end
    local t = common.numbers(e, "attribute 'face'", a.face, 3, 1000000)
    for i = 1, #t - 2, 3 do
        for k = 0, 2 do
            if not vertices[t[i + k] + 1] then fail(e, "<mesh>: attribute 'face': there is no vertex %g", t[i + k]) end
        end
        triangles[#triangles + 1] = { t[i] + 1, t[i + 1] + 1, t[i + 2] + 1 }
    end
    return vertices, triangles
end

-- how the file wants a mesh to weigh; nil: it does not say
function more.rule(e, a)
    local rule = a.inertia
    if rule and rule ~= "shell" and (rule == "box" or not common.meshes.rules[rule]) then
        fail(e, "<mesh>: attribute 'inertia': expected convex, exact, legacy or shell, got '%s'", rule)
    end
    return rule
end

-- what a geom adds to its body. Where the file leaves open how a mesh weighs, the option `mesh_inertia` says it; without it the solid weighs,
-- and meshes are told for which other programs count otherwise
function more.solid(reader, geom)
    if geom.kind ~= "mesh" or geom.shell or geom.rule then return common.solid(geom) end
    geom.rule = reader.mesh_inertia
    local own = not geom.rule and common.meshes.known(geom.fields)
    if own and not own.closed then
        reader.notices:add(geom.element, "a mesh that is not closed weighs as its convex hull (option mesh_inertia)")
    elseif own and not own.round then
        reader.notices:add(geom.element, "a mesh that is not convex weighs as its volume; versions of MuJoCo differ (option mesh_inertia)")
    end
    return common.solid(geom)
end

function more.mesh(reader, e, a)
    local model, scale = reader.model, tw.vec3(1, 1, 1)
    if a.scale then scale = common.vector(common.numbers(e, "attribute 'scale'", a.scale, 3)) end
    local vertices, triangles
    if not a.file then
        if not a.vertex then fail(e, "<mesh>: expected 'file' or 'vertex'") end
        vertices, triangles = listed(e, a)
    else
        local folder = reader.compiler.meshdir or reader.compiler.assetdir
        local name = reader.compiler.strippath == "true" and a.file:match "[^/]*$" or a.file
        local read = common.mesh(e, model, folder and folder:gsub("/$", "") .. "/" .. name or name, tw.vec3(1, 1, 1))
        vertices, triangles = read.vertices, {}
        for i, t in ipairs(read.triangles) do triangles[i] = { t[1], t[2], t[3] } end
    end
    common.mirror(triangles, scale)
    return { vertices = moved(e, a, vertices, scale), triangles = triangles }
end

-- vertices and triangles of the mesh that a geom names
function more.asset(reader, e, a)
    local mesh = reader.assets.mesh[a.mesh or ""]
    if not mesh then fail(e, "<geom>: there is no mesh '%s'", a.mesh or "") end
    if not mesh.fields then mesh.fields = mesh.read() end
    return mesh.fields
end

-- half sides of the box of the same mass and moments, at the centre and along the principal axes of the mesh, the longest along z; a
-- geom's sizes from them; nil: not for this kind
function more.fit(reader, e, a, kind)
    local fields, rule, volume, centre, I = more.asset(reader, e, a), reader.assets.mesh[a.mesh].rule, nil, nil, nil
    if a.shellinertia == "true" or rule == "shell" then
        volume, centre, I = common.solid_of { kind = "mesh", fields = fields, shell = true }
    else
        volume, centre, I = common.meshes.measure(fields, rule or (reader.mesh_inertia == "box" and "legacy" or reader.mesh_inertia))
    end
    if not (volume and volume > 0) then fail(e, "<geom>: the mesh '%s' has no volume", a.mesh) end
    local moments, axes = common.principal(I)
    local order = { 1, 2, 3 }
    table.sort(order, function(i, k) return moments[i] > moments[k] end)
    local sum, half, frame = moments[1] + moments[2] + moments[3], {}, {}
    local scale = a.fitscale and common.number(e, "attribute 'fitscale'", a.fitscale) or 1
    for n, i in ipairs(order) do
        half[n] = (math.max(0, 1.5 * (sum - 2 * moments[i]) / volume)) ^ 0.5
        frame[n] = tw.vec3(axes[1][i], axes[2][i], axes[3][i])
    end
    local x, y, z = half[1], half[2], half[3]
    local mean = (x + y) / 2
    local sizes = { sphere = { (x + y + z) / 3 }, capsule = { mean, math.max(0, z - mean / 2) }, cylinder = { mean, z }, ellipsoid = half, box = half }
    local size = sizes[kind]
    if not size then return nil end
    for i, value in ipairs(size) do size[i] = string.format("%.17g", value * scale) end
    local w = frame[1]:cross(frame[2])
    return { centre = centre, turn = common.from_axes(frame[1], frame[2], w:dot(frame[3]) > 0 and frame[3] or -frame[3]), size = table.concat(size, " ") }
end

-- ---- references ---------------------------------------------------------------------------------

local function named(e, list, attribute, name, noun)
    for i, x in ipairs(list) do
        if x.name == name then return i end
    end
    fail(e, "<%s>: attribute '%s': there is no %s '%s'", e.name, attribute, noun, tostring(name))
end

local function body_of(reader, e, attribute, a)
    local name = a[attribute]
    if name == nil or name == "world" then return 0 end
    return named(e, reader.model.bodies, attribute, name, "body")
end

local function site_of(reader, e, attribute, a)
    local name = a[attribute]
    return name and reader.model.site[name] or fail(e, "<%s>: attribute '%s': there is no site '%s'", e.name, attribute, tostring(name))
end

local function joint_of(reader, e, attribute, a) return named(e, reader.model.joints, attribute, a[attribute], "joint") end

-- the terms of a tendon; nil: it is not fixed, which is told
local function tendon_of(reader, e, attribute, a)
    if reader.spatial[a[attribute]] then return reader.notices:add(e, "equalities of tendons that are not fixed are passed over") end
    return reader.model.tendons[named(e, reader.model.tendons, attribute, a[attribute], "tendon")].terms
end

local SUM = common.sum

local function count(terms)
    local n = 0
    for _ in pairs(terms) do n = n + 1 end
    return n
end

-- ---- limits -------------------------------------------------------------------------------------

-- the two numbers of a range that limits; nil: nothing is limited. Without `limited` a range limits if its first number is less than its
-- second; a ball joint's range has one angle, the second
function more.limits(reader, e, a, limited, range)
    local said = a[limited] or "auto"
    if said ~= "true" and said ~= "false" and said ~= "auto" then
        fail(e, "<%s>: attribute '%s': expected true, false or auto, got '%s'", e.name, limited, said)
    end
    if said == "false" or (said == "auto" and not a[range]) then return nil end
    local n = common.numbers(e, "attribute '" .. range .. "'", a[range] or "0 0", 2)
    if n[1] < n[2] then return (said == "true" or reader.compiler.autolimits ~= "false") and n or nil end
    if said == "true" then fail(e, "<%s>: attribute '%s': expected the lower one first, got '%s'", e.name, range, a[range] or "") end
    if n[1] > n[2] then reader.notices:add(e, "'%s' of <%s> is passed over: its first number is not the lower one", range, e.name) end
end

-- ---- equalities ---------------------------------------------------------------------------------

-- sum of ratio x coordinate = value for the joints or tendons of an equality; nil: not linear
local function linear(reader, e, a, first, second)
    local poly = common.numbers(e, "attribute 'polycoef'", a.polycoef or "0 1 0 0 0", 1, 5)
    for i = 3, 5 do
        if (poly[i] or 0) ~= 0 and second then
            reader.notices:add(e, "<%s> with a 'polycoef' beyond its second number is passed over", e.name)
            return nil
        end
    end
    local terms = {}
    for joint, ratio in pairs(first) do terms[joint] = ratio end
    for joint, ratio in pairs(second or {}) do terms[joint] = (terms[joint] or 0) - (poly[2] or 0) * ratio end
    if count(terms) > SUM then return reader.notices:add(e, "<%s> over more than %d joints is passed over", e.name, SUM) end
    return { kind = "coupling", terms = terms, value = poly[1], place = place(e), name = a.name }
end

local equalities = {}

-- the numbers of the two bodies of an equality; 0: the world
local function two_bodies(reader, e, a)
    local first, second = body_of(reader, e, "body1", a), body_of(reader, e, "body2", a)
    if first == second then fail(e, "<%s>: expected two bodies, got '%s' twice", e.name, a.body1 or "world") end
    return first, second
end

function equalities.connect(reader, e, a)
    if a.site1 then
        return { kind = "join", a = site_of(reader, e, "site1", a).name, b = site_of(reader, e, "site2", a).name, place = place(e), name = a.name }
    end
    local first, second = two_bodies(reader, e, a)
    return { kind = "connect", a = first, b = second,
        anchor = reader.position(e, a, "anchor"), place = place(e), name = a.name }
end

-- two sites stand in the same place, turned alike
local function weld_sites(reader, e, a)
    local one, two = site_of(reader, e, "site1", a), site_of(reader, e, "site2", a)
    if one.body == two.body then fail(e, "<weld>: expected sites of two bodies, got '%s' and '%s'", a.site1, a.site2) end
    local turn = one.orientation * two.orientation:inverse()
    return { kind = "weld", a = one.body, b = two.body, position = one.position - turn * two.position, orientation = turn, place = place(e), name = a.name }
end

function equalities.weld(reader, e, a)
    if a.site1 then return weld_sites(reader, e, a) end
    local first, second = two_bodies(reader, e, a)
    local weld = { kind = "weld", a = first, b = second, place = place(e), name = a.name }
    local loose = a.torquescale and common.number(e, "attribute 'torquescale'", a.torquescale) == 0 -- it holds a place, and no turn
    if loose and not a.relpose then
        return { kind = "connect", a = second, b = first, anchor = reader.position(e, a, "anchor"), place = place(e), name = a.name }
    end
    if loose then reader.notices:add(e, "'torquescale' of <weld> is passed over where there is 'relpose': turns are held, too") end
    if a.relpose then
        local n = common.numbers(e, "attribute 'relpose'", a.relpose, 7)
        if n[4] ^ 2 + n[5] ^ 2 + n[6] ^ 2 + n[7] ^ 2 > 0 then
            weld.position = common.vector(n)
            weld.orientation = common.quat(e, "attribute 'relpose'", { n[4], n[5], n[6], n[7] })
        end
    end
    return weld
end

equalities["joint"] = function(reader, e, a)
    local follower = joint_of(reader, e, "joint1", a)
    local coupling = linear(reader, e, a, { [follower] = 1 }, a.joint2 and { [joint_of(reader, e, "joint2", a)] = 1 })
    if coupling then coupling.follower = follower end
    return coupling
end

equalities["tendon"] = function(reader, e, a)
    local first = tendon_of(reader, e, "tendon1", a)
    local second = first and a.tendon2 and tendon_of(reader, e, "tendon2", a)
    return first and (second or not a.tendon2) and linear(reader, e, a, first, second) or nil
end

function more.sections.equality(reader, e)
    reader.equalities = reader.equalities or {}
    reader.equalities[#reader.equalities + 1] = e
end

-- ---- tendons ------------------------------------------------------------------------------------

local function read_fixed(reader, e)
    local a = reader.attributes(reader, { name = "tendon", attributes = e.attributes, file = e.file, line = e.line })
    local terms = {}
    for _, child in ipairs(e) do
        if child.name ~= "joint" then fail(child, "<fixed>: expected <joint>, got <%s>", child.name) end
        local joint = joint_of(reader, child, "joint", child.attributes)
        local coef = child.attributes.coef
        if not coef then fail(child, "<joint>: attribute 'coef' is missing") end
        terms[joint] = (terms[joint] or 0) + common.number(child, "attribute 'coef'", coef)
    end
    local function number(name) return a[name] and common.amount(e, "attribute '" .. name .. "'", a[name]) or 0 end
    local tendon = { name = a.name, terms = terms, place = place(e), stiffness = number "stiffness", damping = number "damping" }
    local length = a.springlength and common.numbers(e, "attribute 'springlength'", a.springlength, 1, 2) or { -1 }
    if length[2] and length[2] ~= length[1] then
        reader.notices:add(e, "'springlength' with a dead band is passed over: the spring rests at its first number")
    end
    tendon.rest = length[1] >= 0 and length[1] or 0
    for joint, ratio in pairs(terms) do -- without a length it rests where the joints' springs do
        local own = reader.model.joints[joint]
        tendon.rest = tendon.rest + ratio * (length[1] >= 0 and -own.ref or own.rest)
    end
    if more.limits(reader, e, a, "limited", "range") then reader.notices:add(e, "limits of tendons are passed over") end
    if number "frictionloss" > 0 then reader.notices:add(e, "dry friction of tendons is passed over") end
    if count(terms) > SUM and (tendon.stiffness > 0 or tendon.damping > 0) then
        reader.notices:add(e, "springs and dampers of tendons over more than %d joints are passed over", SUM)
        tendon.stiffness, tendon.damping = 0, 0
    end
    return tendon
end

-- segments { site, site, divisor } of a tendon along sites and pulleys; nil: it bends around geoms
local function path_of(reader, e)
    local path, before, divisor = {}, nil, 1
    for _, child in ipairs(e) do
        if child.name == "site" then
            local site = site_of(reader, child, "site", child.attributes).name
            if before then path[#path + 1] = { before, site, divisor } end
            before = site
        elseif child.name == "pulley" then
            divisor, before = common.number(child, "attribute 'divisor'", child.attributes.divisor or ""), nil
            if not (divisor > 1e-6) then fail(child, "<pulley>: attribute 'divisor': expected a number above 1e-6, got %g", divisor) end
        else
            return nil
        end
    end
    return path
end

-- sites and segments of a tendon together: each takes three of the 200 variables that its function may have
local MOST = 64

-- number of sites and segments of a path
local function extent(path)
    local seen, count = {}, #path
    for _, s in ipairs(path) do
        for k = 1, 2 do
            if not seen[s[k]] then seen[s[k]], count = true, count + 1 end
        end
    end
    return count
end

-- along sites: a spring with a damper
local function read_spatial(reader, e)
    local a = reader.attributes(reader, { name = "tendon", attributes = e.attributes, file = e.file, line = e.line })
    local function number(name) return a[name] and common.number(e, "attribute '" .. name .. "'", a[name]) or 0 end
    if a.name then reader.spatial[a.name] = true end
    if more.limits(reader, e, a, "limited", "range") then reader.notices:add(e, "limits of tendons are passed over") end
    if number "frictionloss" > 0 then reader.notices:add(e, "dry friction of tendons is passed over") end
    if number "stiffness" == 0 and number "damping" == 0 then
        return reader.notices:add(e, "spatial tendons without a spring or a damper are passed over")
    end
    if number "stiffness" < 0 or number "damping" < 0 then fail(e, "<spatial>: expected no negative stiffness or damping") end
    local path = path_of(reader, e)
    if not path then return reader.notices:add(e, "springs of tendons that bend around geoms are passed over") end
    if #path == 0 then fail(e, "<spatial>: expected at least two sites") end
    if extent(path) > MOST then
        return reader.notices:add(e, "springs of tendons with more than %d sites and segments between them are passed over", MOST)
    end
    local length = a.springlength and common.numbers(e, "attribute 'springlength'", a.springlength, 1, 2) or { -1 }
    table.insert(reader.model.strings, { name = a.name, place = place(e), path = path, stiffness = number "stiffness",
        damping = number "damping", rest = length[1] >= 0 and { length[1], length[2] or length[1] } or nil })
end

function more.sections.tendon(reader, e)
    for _, child in ipairs(e) do
        if child.name == "fixed" then
            table.insert(reader.model.tendons, read_fixed(reader, child))
        elseif child.name == "spatial" then
            read_spatial(reader, child)
        else
            reader.notices:add(child, "<%s> in <tendon> is passed over", child.name)
        end
    end
end

-- ---- actuators ----------------------------------------------------------------------------------

-- gain on the control; bias: constant, by length, by rate
local function law(reader, e, a)
    local function number(name, preset) return a[name] and common.number(e, "attribute '" .. name .. "'", a[name]) or preset end
    local function list(name, preset) return common.numbers(e, "attribute '" .. name .. "'", a[name] or preset, 1, 10) end
    local kind = e.name
    if kind == "motor" then return 1, { 0, 0, 0 } end
    if kind == "position" then
        local kp = number("kp", 1)
        return kp, { 0, -kp, -number("kv", 0) }
    end
    if kind == "velocity" then
        local kv = number("kv", 1)
        return kv, { 0, 0, -kv }
    end
    local lag = a.dyntype == "filter" or a.dyntype == "filterexact"
    if kind == "general" and (lag or (a.dyntype or "none") == "none") and (a.gaintype or "fixed") == "fixed" then
        if lag then reader.notices:add(e, "the lag of actuators (dyntype '%s') is passed over: their control acts at once", a.dyntype) end
        local bias = (a.biastype or "none") == "affine" and list("biasprm", "0 0 0") or { 0, 0, 0 }
        if (a.biastype or "none") == "none" or a.biastype == "affine" then
            return list("gainprm", "1")[1], { bias[1], bias[2] or 0, bias[3] or 0 }
        end
    end
    reader.notices:add(e, "actuators of this sort (<%s>%s) are passed over", kind,
        a.dyntype and " dyntype '" .. a.dyntype .. "'" or "")
    return nil
end

local function read_actuator(reader, e)
    local a = reader.attributes(reader, e)
    local gain, bias = law(reader, e, a)
    if not gain then return end
    local terms
    if a.joint or a.jointinparent then
        local joint = a.joint and joint_of(reader, e, "joint", a) or joint_of(reader, e, "jointinparent", a)
        terms = { [joint] = 1 }
        local kind = reader.model.joints[joint].kind
        if kind ~= "hinge" and kind ~= "slide" then
            return reader.notices:add(e, "actuators of %s joints are passed over", kind)
        end
    elseif a.tendon then
        local found
        for _, t in ipairs(reader.model.tendons) do found = found or (t.name == a.tendon and t) end
        if not found and not reader.spatial[a.tendon] then fail(e, "<%s>: attribute 'tendon': there is no tendon '%s'", e.name, a.tendon) end
        if not found then return reader.notices:add(e, "actuators of tendons that are not fixed are passed over") end
        terms = found.terms
    elseif a.site and not a.refsite and bias[2] == 0 and bias[3] == 0 then
        if site_of(reader, e, "site", a).body == 0 then return reader.notices:add(e, "actuators of sites of the world are passed over") end
    else
        return reader.notices:add(e, "actuators that act neither on a joint, a tendon nor, without feedback, on a site are passed over")
    end
    local gear = a.gear and common.numbers(e, "attribute 'gear'", a.gear, 1, 6) or { 1 }
    local motor = { name = a.name, kind = e.name, terms = terms, gear = gear[1], gain = gain, bias = bias, place = place(e) }
    if not terms then
        for k = 1, 6 do gear[k] = gear[k] or 0 end
        motor.site, motor.gear, motor.force, motor.torque = a.site, gear, common.vector(gear), common.vector(gear, 4)
    elseif count(terms) > SUM then
        if bias[2] ~= 0 or bias[3] ~= 0 then
            return reader.notices:add(e, "actuators with feedback over more than %d joints are passed over", SUM)
        end
        motor.many = true
    end
    motor.range = more.limits(reader, e, a, "ctrllimited", "ctrlrange")
    local n = more.limits(reader, e, a, "forcelimited", "forcerange")
    if n then
        if bias[1] == 0 and bias[2] == 0 and bias[3] == 0 and gain > 0 then -- a bound of the control as well
            local range = motor.range or { -math.huge, math.huge }
            motor.range = { math.max(range[1], n[1] / gain), math.min(range[2], n[2] / gain) }
        else
            reader.notices:add(e, "'forcerange' of actuators with feedback is passed over")
        end
    end
    table.insert(reader.model.motors, motor)
end

function more.sections.actuator(reader, e)
    reader.actuators = reader.actuators or {}
    table.insert(reader.actuators, e)
end

-- ---- contact, key frames ------------------------------------------------------------------------

function more.sections.contact(reader, e)
    for _, child in ipairs(e) do
        if child.name == "exclude" then
            local a = child.attributes
            table.insert(reader.model.excludes, { body_of(reader, child, "body1", a), body_of(reader, child, "body2", a) })
        else
            reader.notices:add(child, "<%s> in <contact> is passed over", child.name)
        end
    end
end

function more.sections.keyframe(reader, e)
    for _, key in ipairs(e) do
        local a, list = key.attributes, reader.model.keyframes
        if key.name == "key" then
            list[#list + 1] = { name = a.name or tostring(#list + 1), place = place(key), element = key,
                qpos = a.qpos and common.numbers(key, "attribute 'qpos'", a.qpos, 1, 1000000) }
        end
    end
end

-- what refers to tendons, which may stand after it in the file
function more.finish(reader)
    for _, e in ipairs(reader.equalities or {}) do
        for _, child in ipairs(e) do
            local read = equalities[child.name]
            local a = reader.attributes(reader, { name = "equality", attributes = child.attributes, file = child.file, line = child.line })
            if not read then
                reader.notices:add(child, "<%s> in <equality> is passed over", child.name)
            elseif a.active ~= "false" then
                local found = read(reader, child, a)
                if found then table.insert(reader.model.equalities, found) end
            end
        end
    end
    for _, e in ipairs(reader.actuators or {}) do
        for _, child in ipairs(e) do read_actuator(reader, child) end
    end
end

return more
