-- The records of tauwerk/robot/exact.lua for a scene: write(scene, tree, name_of) lists them; nil and the reason where a record cannot
-- hold what the scene has. name_of(object or joint of the tree): its name in the file.
local tw, host, texts, recorded, rotors = ...

local list, number_of
local begun -- true: the scene is no longer at its start
local probe -- a body that turns as quaternions are read
local trials -- the scene of the probe, in which bodies are made to see where their solids come to stand

-- raised where a record cannot hold something; write() returns the reason
local function cannot(object, why) error({ why = string.format("%s %s", tostring(object), why) }, 0) end

local function add(format, ...) list[#list + 1] = string.format(format, ...) end

-- ---- values ---------------------------------------------------------------------------------------

local function quoted(text) return "'" .. text:gsub("[%%'%s;|%c]", function(c) return string.format("%%%02x", c:byte()) end) .. "'" end

local function numbers(...)
    local t = { ... }
    for i, x in ipairs(t) do t[i] = texts.number(x) end
    return table.concat(t, ",")
end

local function triple(v) return numbers(v.x, v.y, v.z) end
local function four(q) return numbers(q.w, q.x, q.y, q.z) end

local function same(a, b) return a.w == b.w and a.x == b.x and a.y == b.y and a.z == b.z end

-- Quaternions are normalized when they are read, which may change the last bits of one that is: another one near it that becomes q.
-- First q and multiples of it, then multiples of its neighbours in the last bits.
local function before_normalizing(object, q)
    local bit, first = 2.0 ^ -52, 200
    for k = 0, first + 81 * 120 do
        local n = math.max(k - first, 0)
        local f = k == 0 and 1 or k <= first and 0.5 + k / (first + 1) or 0.5 + n // 81 / 121
        local function part(x, m) return x * f * (1 + (k > first and (n // m) % 3 - 1 or 0) * bit) end
        local p = tw.quat(part(q.w, 1), part(q.x, 3), part(q.y, 9), part(q.z, 27))
        probe.orientation = p
        if same(probe.orientation, q) then return p end
    end
    cannot(object, "has a turn that cannot be given to the last bit")
end

local function has(v, key)
    local ok, x = pcall(function() return v[key] end)
    return ok and type(x) == "number"
end

local value

local function of_table(object, field, v)
    if type(v[1]) == "table" then
        local t = {}
        for _, row in ipairs(v) do table.move(row, 1, #row, #t + 1, t) end
        return numbers(table.unpack(t))
    end
    if type(v[1]) == "number" then return numbers(table.unpack(v)) end
    local t = {}
    for i, x in ipairs(v) do t[i] = value(object, field, x) end
    return "[" .. table.concat(t, ";") .. "]"
end

local function place(object, p)
    local body, x = host.point(p)
    if not x then cannot(object, "has a point that moves by itself") end
    return (body and "@" .. number_of[body] or "*") .. ":" .. triple(x)
end

value = function(object, field, v)
    local kind = host.kind(v)
    if kind == "point" then return place(object, v) end
    if kind == "body" or kind == "constraint" then
        if not number_of[v] then cannot(object, "acts on an object that comes after it") end
        return (kind == "body" and "@" or "^") .. number_of[v]
    end
    if type(v) == "number" then return numbers(v) end
    if type(v) == "boolean" then return tostring(v) end
    if type(v) == "string" then return quoted(v) end
    if type(v) == "table" then return of_table(object, field, v) end
    if type(v) == "userdata" and has(v, "w") then return four(v) end
    if type(v) == "userdata" and has(v, "z") then return triple(v) end
    cannot(object, "has a field '" .. field .. "' that is a function")
end

local function field(object, name)
    if host.varies(object, name) then cannot(object, "has a field '" .. name .. "' that varies with time") end
    local v = object[name]
    if v == nil then cannot(object, "has a field '" .. name .. "' that a record cannot hold") end
    return (type(v) ~= "table" or #v > 0) and name .. "=" .. value(object, name, v) or "" -- an empty list: all
end

local function tidy(name) return (name:gsub("^.*/", "")) end

-- ---- bodies ---------------------------------------------------------------------------------------

local sizes = {
    sphere = { "radius" }, capsule = { "radius", "length" }, cylinder = { "radius", "height" }, cone = { "radius", "height" },
    torus = { "major_radius", "minor_radius" }, box = { "size" }, ellipsoid = { "radii" },
}

local function solid(object, s)
    local part = { kind = s.kind, position = s.position, orientation = before_normalizing(object, s.orientation) }
    if s.kind == "mesh" then
        part.vertices, part.triangles = s.vertices, s.triangles
        return part
    end
    local names = sizes[s.kind]
    if not names then cannot(object, "has a " .. s.kind) end
    for k, name in ipairs(names) do part[name] = s[k] end
    if s.kind == "box" or s.kind == "ellipsoid" then part[names[1]] = { s[1], s[2], s[3] } end
    return part
end

-- what rounding adds to the places of meshes, which stand by their centres, is taken from them beforehand
local function settle(object, parts)
    local wanted = host.shapes(object)
    for _ = 1, 8 do
        local trial, off = trials:body { mass = 1, inertia = { 1, 1, 1 }, shape = parts, exact_shape = true }, false
        local came = host.shapes(trial)
        trial:remove()
        for i, s in ipairs(came) do
            local by = wanted[i].position - s.position
            if by:length() > 0 then off, parts[i].position = true, parts[i].position + by end
            if not same(s.orientation, wanted[i].orientation) then cannot(object, "has a solid whose turn cannot be given to the last bit") end
        end
        if not off then return parts end
    end
    cannot(object, "has a solid whose place cannot be given to the last bit")
end

-- KIND|FIELD:NUMBERS|...
local function part_text(part)
    local t = { part.kind }
    for _, name in ipairs { "radius", "length", "height", "major_radius", "minor_radius", "size", "radii" } do
        local v = part[name]
        if v then t[#t + 1] = name .. ":" .. (type(v) == "table" and numbers(table.unpack(v)) or numbers(v)) end
    end
    for _, name in ipairs { "vertices", "triangles" } do
        local flat = {}
        for i, x in ipairs(part[name] or {}) do flat[i] = name == "vertices" and triple(x) or string.format("%d,%d,%d", x[1], x[2], x[3]) end
        if part[name] then t[#t + 1] = name .. ":" .. table.concat(flat, ",") end
    end
    t[#t + 1] = "position:" .. triple(part.position)
    t[#t + 1] = "orientation:" .. four(part.orientation)
    return table.concat(t, "|")
end

local of_bodies = { "position", "velocity", "angular_velocity", "fixed", "collide", "friction", "restitution", "rolling_friction",
    "spinning_friction", "visible", "opacity" }

local function body(object, is)
    local t, parts = {}, {}
    for i, s in ipairs(host.shapes(object)) do parts[i] = solid(object, s) end
    for i, part in ipairs(#parts > 0 and settle(object, parts) or {}) do parts[i] = part_text(part) end
    for _, name in ipairs(of_bodies) do t[#t + 1] = field(object, name) end
    if type(object.color) == "userdata" then t[#t + 1] = "color=" .. triple(object.color) end
    if #parts > 0 then t[#t + 1] = "shape=[" .. table.concat(parts, ";") .. "]" end
    add("body name=%s%s mass=%s inertia=%s exact_orientation=%s %s", quoted(tidy(object.name)), is and " is=[" .. quoted(is) .. "]" or "",
        numbers(object.mass), of_table(object, "inertia", texts.matrix(object.inertia)), four(object.orientation),
        table.concat(t, " "))
end

-- ---- constraints and forces -----------------------------------------------------------------------

local function reading(c, name)
    local ok, x = pcall(function() return c[name] end)
    return ok and x or 0
end

-- at: point in the world, own: its place in the frame of b when the joint was made (b nil: in the world)
local function off(b, at, own) return at and own and ((b and b:to_local(at) or at) - own):length() > 1e-12 end

-- likewise of directions
local function turned(b, axis, own)
    return axis and own and ((b and b.orientation:inverse() * axis or axis):normalized() - own:normalized()):length() > 1e-12
end

-- a joint that was given in the world, in poses that are not those of now, would be another one if it were given now: its parts are
-- no longer together, or have moved as a whole
local function check_still(c, given)
    local worst = 0
    local function count(x) worst = math.max(worst, type(x) == "number" and math.abs(x) or type(x) == "userdata" and x:length() or 0) end
    count(c.deviation)
    for _, x in ipairs(type(c.deviation) == "table" and c.deviation or {}) do count(x) end
    count(given.axis and reading(c, "angle") or 0)
    if c.kind ~= "ball" then count(reading(c, "position")) end
    -- a serial joint has no places in its bodies to compare
    local moved = c.kind == "serial" and begun
    if c.kind ~= "serial" and given.at then moved = off(c.a, c.at, c.at_a) or off(c.b, c.at, c.at_b) end
    if c.kind ~= "serial" and given.axis then moved = moved or turned(c.a, c.axis, c.axis_a) end
    if moved or worst > 1e-12 then cannot(c, "has moved since it was made") end
end

local derived = { at_a = "at", at_b = "at", axis_a = "axis", axis_b = "axis" }

-- is: the file's joints that it stands for; equal: it closes a loop or couples
local function object(o, is, equal)
    if not recorded.constraints[o.kind] and not recorded.forces[o.kind] then cannot(o, "is of a kind that no record holds") end
    local t, names, given = {}, host.fields(o), {}
    for _, name in ipairs(names) do given[name] = true end
    local rotor = o.kind == "constraint" and rotors.follows(o) -- it has one of the functions of a robot
    if given.at or given.axis then check_still(o, given) end
    if o.kind == "serial" and not o.free then check_still(o, { axis = true }) end
    -- whole turns are counted from the time at which a joint is made
    if math.abs(reading(o, "angle")) > math.pi then cannot(o, "has turned by more than half a turn") end
    for _, name in ipairs(names) do
        if given[derived[name]] or name == "name" then
            t[#t + 1] = nil
        elseif rotor and name == "deviation" then
            t[#t + 1] = "deviation='rotor'"
        elseif rotor and name == "points" and not o.points then
            t[#t + 1] = nil
        else
            t[#t + 1] = field(o, name)
        end
    end
    local joints = {}
    for i, name in ipairs(is or {}) do joints[i] = quoted(name) end
    add("%s name=%s%s%s %s", o.kind, quoted(tidy(o.name)), #joints > 0 and " is=[" .. table.concat(joints, ";") .. "]" or "",
        equal and " equality=true" or "", table.concat(t, " "))
end

-- ---- all ------------------------------------------------------------------------------------------

local function rules(tree)
    for _, rule in ipairs(tree.rules) do
        add("collide a=@%d b=%s on=%s", rule.a, rule.b == 0 and "'ground'" or "@" .. rule.b, tostring(rule.on))
    end
end

-- settings that are not those of a new scene
local function settings(scene)
    local t, new = {}, trials
    for _, name in ipairs(host.fields(scene)) do
        local text = name ~= "name" and field(scene, name) or ""
        if text ~= "" and text ~= field(new, name) then t[#t + 1] = text end
    end
    add("scene %s", table.concat(t, " "))
end

local function rubs(c)
    for _, name in ipairs(host.fields(c)) do
        if name == "friction" then return true end
    end
end

-- name in the file without XML's entities, as it is read
local entity = { lt = "<", gt = ">", quot = '"', apos = "'", amp = "&" }
local function plain(name) return name and (name:gsub("&(%a+);", entity)) end

local function write(scene, tree, name_of)
    local made_of = {} -- constraints: the names of the file's joints that stand for them
    begun = scene.time > 0
    settings(scene)
    local ground, in_file = host.ground(scene), {}
    if ground then
        add("ground %s %s %s %s %s", field(ground, "height"), field(ground, "friction"), field(ground, "restitution"),
            field(ground, "rolling_friction"), field(ground, "spinning_friction"))
    end
    for _, own in ipairs(tree.bodies) do
        in_file[own.object] = plain(name_of(own.object))
        for _, j in ipairs { own.planar or own.joints[1], table.unpack(own.joints, own.planar and 1 or 2) } do
            made_of[j.object] = made_of[j.object] or {}
            table.insert(made_of[j.object], plain(name_of(j)))
        end
    end
    for i, b in ipairs(scene.bodies) do
        number_of[b] = i
        body(b, in_file[b])
    end
    local rubbed, count = {}, 0 -- joints whose field friction has made its motor, the first dry one
    for _, c in ipairs(scene.constraints) do
        if c.kind == "motor" and c.dry and rubs(c.joint) and not rubbed[c.joint] then
            rubbed[c.joint] = true
        else
            count = count + 1
            number_of[c] = count
            object(c, made_of[c], not made_of[c] and not tree.inner[c] and c.kind ~= "limit" and c.kind ~= "motor")
        end
    end
    for _, f in ipairs(scene.forces) do object(f) end
    rules(tree)
    return list
end

return function(...)
    list, number_of, trials = {}, {}, tw.scene {}
    probe = trials:sphere { radius = 1 }
    local ok, result = pcall(write, ...)
    if ok then return result end
    if type(result) == "table" and result.why then return nil, result.why end
    error(result, 0)
end
