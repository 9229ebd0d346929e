-- What the geoms of a model (tauwerk/robot/common.lua) become: shapes of bodies that touch, and things that are only seen.
local tw, host, common, hull = ...
local shapes = {}

-- how far below its own place a geom of this turn reaches
function shapes.below(geom, q)
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

function shapes.of(geom, about)
    local t = { kind = geom.kind, orientation = geom.orientation }
    for k, v in pairs(geom.fields) do t[k] = v end
    t.position = geom.position - about
    if geom.kind == "mesh" then -- a part's place is that of its centre
        local _, centre = common.solid_of { kind = "mesh", fields = geom.fields }
        t.position = t.position + geom.orientation * centre
    end
    if geom.color then t.color = geom.color end
    if geom.material then t.material = geom.material end
    return t
end

-- what a body's geoms are: shapes of the body, and things that are only seen
function shapes.sort(robot, geoms)
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

-- ---- meshes that are no closed solids -----------------------------------------------------------

local closed = setmetatable({}, { __mode = "k" }) -- fields of a mesh: itself, those of its hull, or false, and the reason

local function try(fields)
    local ok, why = host.check_caught(pcall(function()
        tw.scene {}:body { mass = 1, inertia = { 1, 1, 1 }, shape = { { kind = "mesh", vertices = fields.vertices, triangles = fields.triangles } } }
    end))
    return ok, not ok and tostring(why):gsub("^.*: ", "") or nil
end

-- the mesh as a closed solid: its convex hull where it is none; nil: it is flat
local function close(robot, geom, element)
    if geom.kind ~= "mesh" then return geom end
    local fields = geom.fields
    if not closed[fields] then
        local ok, why = try(fields)
        local vertices, triangles
        if not ok then vertices, triangles = hull(fields.vertices) end
        local round = vertices and { vertices = vertices, triangles = triangles }
        closed[fields] = { fields = ok and fields or round and try(round) and round or nil, why = why }
    end
    local known = closed[fields]
    if known.fields == fields then return geom end
    if not known.fields then
        robot.notices:add(element, "a mesh that is no closed solid, and flat, is passed over: %s", known.why)
        return nil
    end
    robot.notices:add(element, "a mesh that is no closed solid stands as its convex hull: %s", known.why)
    local other = {}
    for k, v in pairs(geom) do other[k] = v end
    other.fields = known.fields
    return other
end

-- make(shapes of the geoms): an object; where a mesh is no closed solid, its hull stands for it
function shapes.make(robot, element, geoms, about, make)
    local function all(list)
        local t = {}
        for k, geom in ipairs(list) do t[k] = shapes.of(geom, about) end
        return make(t)
    end
    local ok, made = host.check_caught(pcall(all, geoms))
    if ok then return made end
    local rest, changed = {}, false
    for _, geom in ipairs(geoms) do
        local other = close(robot, geom, element)
        changed = changed or other ~= geom
        rest[#rest + 1] = other
    end
    if not changed then error(made, 0) end
    return all(rest)
end

function shapes.show(robot, body, geoms, about)
    for _, geom in ipairs(geoms) do
        shapes.make(robot, geom.element, { geom }, about, function(list)
            local t = list[1]
            if not t then return end
            t.on = body
            return robot.into:prop(t)
        end)
    end
end

-- the largest coefficient of a body's geoms, by its name: "friction", "restitution"; nil: none is given
function shapes.most(geoms, name)
    local most
    for _, geom in ipairs(geoms) do
        if geom[name] and geom.collides then most = math.max(most or 0, geom[name]) end
    end
    return most
end

return shapes
