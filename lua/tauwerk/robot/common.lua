-- What the readers of robots share: places and notices, attributes of elements, turns, solids with
-- their mass, centre and inertia, the model that they fill and that tauwerk/robot/build.lua reads.
--
-- A model: { name, file, gravity, bodies, joints, equalities, tendons, strings (between sites), motors, excludes, keyframes,
--   world = { geoms, sites }, site (those of MJCF by name, each with `body`, the number of its body) };
--   everything in it has place = { file, line }.
-- body: { name, parent (its number; 0: the world), position, orientation (in the parent's frame at the
--   reference pose), inertial = { mass, position, inertia (3 x 3, in the body's axes, about position) },
--   geoms, sites, joints (numbers) }
-- joint: { name, kind = "free" | "ball" | "hinge" | "slide", body, position, axis (in its body's
--   frame), lower, upper, stiffness, rest, damping, armature, friction, effort }; angles and
--   positions count from the reference pose
-- geom: { kind = a kind of body, fields (of that kind), position, orientation, mass (nil: none), color,
--   collides, seen, friction, rule: that of its mass if it is a mesh (tauwerk/robot/meshes.lua) }
local tw, host = ...
local common = {}
local solids = host.chunk("tauwerk.robot.solids", tw)
common.solid_of = solids.of
common.sum = 6 -- joints that a coupling or a joint_spring has at most

-- ---- places, errors, notices --------------------------------------------------------------------

function common.place(e) return string.format("%s:%d", e.file, e.line) end

function common.fail(e, format, ...) tw.fail("%s: %s", common.place(e), string.format(format, ...)) end

-- what is passed over: the first of each text, how many more, and the names or lines of the next ones
local notices = {}
notices.__index = notices

function common.notices() return setmetatable({ list = {}, by = {} }, notices) end

local LISTED = 6 -- elements after the first that a notice lists

local function name_of(e)
    local name = e.attributes and e.attributes.name
    return name and name ~= "" and #name < 80 and "'" .. name .. "'" or nil
end

function notices:add(e, format, ...)
    local text = string.format(format, ...)
    local had = self.by[text]
    if had then
        had.count = had.count + 1
        local label = name_of(e) or "line " .. e.line
        if #had.more < LISTED and had.more[#had.more] ~= label then had.more[#had.more + 1] = label end
        return
    end
    had = { place = common.place(e), text = text, name = name_of(e), count = 1, more = {} }
    self.by[text] = had
    self.list[#self.list + 1] = had
end

-- the notices as lines of text
function notices:lines()
    local lines = {}
    for i, n in ipairs(self.list) do
        local name = n.name and not n.text:find(n.name, 1, true) and ": " .. n.name or ""
        local rest = n.count - 1 > #n.more and ", ..." or ""
        local more = n.count > 1 and string.format(" (and %d more: %s%s)", n.count - 1, table.concat(n.more, ", "), rest) or ""
        lines[i] = string.format("%s: %s%s%s", n.place, n.text, name, more)
    end
    return lines
end

function notices:tell()
    for _, line in ipairs(self:lines()) do host.notice(line) end
end

-- the words of a text as keys
function common.set(text)
    local t = {}
    for word in text:gmatch "%S+" do t[word] = true end
    return t
end

-- ---- attributes ---------------------------------------------------------------------------------

local function numbers_of(text)
    local list = {}
    for word in text:gmatch "%S+" do
        local x = word:find "^[-+.%d][-+.%deE]*$" and tonumber((word:gsub("^%+", "")))
        if not x or x - x ~= 0 then return nil, word end
        list[#list + 1] = x
    end
    return list
end

-- the numbers of a text; least .. most of them; what: 'attribute' and its name, for errors
function common.numbers(e, what, text, least, most)
    if #text > 1000000 then common.fail(e, "<%s>: %s: the text is too long", e.name, what) end
    local list, wrong = numbers_of(text)
    if not list then common.fail(e, "<%s>: %s: expected numbers, got '%s'", e.name, what, wrong) end
    if #list < least or #list > (most or least) then
        common.fail(e, "<%s>: %s: expected %d numbers, got '%s'", e.name, what, most or least, text)
    end
    return list
end

function common.number(e, what, text) return common.numbers(e, what, text, 1)[1] end

-- a number that is not negative
function common.amount(e, what, text)
    local x = common.number(e, what, text)
    if x < 0 then common.fail(e, "<%s>: %s: expected 0 or more, got %g", e.name, what, x) end
    return x
end

-- a whole number
function common.whole(e, what, text)
    local x = math.tointeger(common.number(e, what, text))
    return x or common.fail(e, "<%s>: %s: expected a whole number, got '%s'", e.name, what, text)
end

-- inf or -inf, as bounds of joints are given in URDF and SDF; nil: another text
function common.infinite(text)
    local sign = (text or ""):lower():match "^%s*([-+]?)inf%a*%s*$"
    return sign and (sign == "-" and -math.huge or math.huge)
end

function common.vector(list, at)
    at = at or 1
    return tw.vec3(list[at], list[at + 1], list[at + 2])
end

-- the light of a colour {r, g, b} as screens have it, 0 .. 1
function common.color(n)
    local c = {}
    for i = 1, 3 do c[i] = math.floor(255 * math.min(math.max(n[i], 0), 1) + 0.5) end
    return tw.color(string.format("#%02x%02x%02x", c[1], c[2], c[3]))
end

-- ---- turns --------------------------------------------------------------------------------------

local one = tw.quat(1, 0, 0, 0)
common.one = one

function common.quat(e, what, list)
    local n = list[1] ^ 2 + list[2] ^ 2 + list[3] ^ 2 + list[4] ^ 2
    if not (n > 0) then common.fail(e, "<%s>: %s: expected a quaternion other than 0", e.name, what) end
    n = n ^ 0.5
    return tw.quat(list[1] / n, list[2] / n, list[3] / n, list[4] / n)
end

-- the least turn from z to an axis
function common.from_z(v)
    v = v:normalized()
    if v.z < 0 and v.x ^ 2 + v.y ^ 2 < 1e-20 then return tw.quat(0, 1, 0, 0) end
    return tw.rotation({ 0, 0, 1 }, v)
end

-- the turn whose columns are x, y, z
function common.from_axes(x, y, z)
    local trace = x.x + y.y + z.z
    local q
    if trace > 0 then
        q = { 1 + trace, y.z - z.y, z.x - x.z, x.y - y.x }
    elseif x.x >= y.y and x.x >= z.z then
        q = { y.z - z.y, 1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z }
    elseif y.y >= z.z then
        q = { z.x - x.z, x.y + y.x, 1 + y.y - x.x - z.z, y.z + z.y }
    else
        q = { x.y - y.x, z.x + x.z, y.z + z.y, 1 + z.z - x.x - y.y }
    end
    local n = (q[1] ^ 2 + q[2] ^ 2 + q[3] ^ 2 + q[4] ^ 2) ^ 0.5
    return tw.quat(q[1] / n, q[2] / n, q[3] / n, q[4] / n)
end

-- numbers of the bodies, parents before their children
function common.order(model)
    local list, done, children = {}, {}, {}
    for i, body in ipairs(model.bodies) do
        children[body.parent] = children[body.parent] or {}
        table.insert(children[body.parent], i)
    end
    local open = { 0 }
    while #open > 0 do
        local i = table.remove(open)
        if i > 0 then
            list[#list + 1], done[i] = i, true
        end
        local below = children[i] or {}
        for k = #below, 1, -1 do open[#open + 1] = below[k] end
    end
    for i, body in ipairs(model.bodies) do
        if not done[i] then tw.fail("%s: '%s' is part of a loop of parents", body.place, tostring(body.name)) end
    end
    return list
end

-- ---- inertia ------------------------------------------------------------------------------------

local zero = solids.zero

function common.diagonal(x, y, z) return { { x, 0, 0 }, { 0, y, 0 }, { 0, 0, z } } end

-- R I R^T
function common.turned(I, q)
    local R, out = { q * tw.vec3(1, 0, 0), q * tw.vec3(0, 1, 0), q * tw.vec3(0, 0, 1) }, zero()
    for i = 1, 3 do
        for j = 1, 3 do
            local sum = 0
            for k = 1, 3 do
                for l = 1, 3 do sum = sum + R[k][i] * I[k][l] * R[l][j] end
            end
            out[i][j] = sum
        end
    end
    for i = 1, 3 do
        for j = 1, i - 1 do
            local mean = (out[i][j] + out[j][i]) / 2
            out[i][j], out[j][i] = mean, mean
        end
    end
    return out
end

-- turns rows and columns p and q of A by the angle that makes A[p][q] 0, and the columns of V with them
local function rotate(A, V, p, q)
    local theta = (A[q][q] - A[p][p]) / (2 * A[p][q])
    local t = (theta < 0 and -1 or 1) / (math.abs(theta) + (theta * theta + 1) ^ 0.5)
    local c = 1 / (t * t + 1) ^ 0.5
    local s = t * c
    for _, M in ipairs { A, V } do
        for i = 1, 3 do M[i][p], M[i][q] = c * M[i][p] - s * M[i][q], s * M[i][p] + c * M[i][q] end
    end
    for i = 1, 3 do A[p][i], A[q][i] = c * A[p][i] - s * A[q][i], s * A[p][i] + c * A[q][i] end
end

-- principal moments, and the axes as the columns of a turn or mirrored turn [Jacobi's method]
function common.principal(I)
    local A, V = zero(), { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
    for i = 1, 3 do
        for j = 1, 3 do A[i][j] = I[i][j] end
    end
    for _ = 1, 20 do
        for _, pair in ipairs { { 1, 2 }, { 1, 3 }, { 2, 3 } } do
            if A[pair[1]][pair[2]] ~= 0 then rotate(A, V, pair[1], pair[2]) end
        end
    end
    return { A[1][1], A[2][2], A[3][3] }, V
end

-- the inertia whose principal moments are change(moments)
function common.with_moments(I, change)
    local moments, V = common.principal(I)
    local out = zero()
    moments = change(moments)
    for i = 1, 3 do
        for j = 1, 3 do
            for k = 1, 3 do out[i][j] = out[i][j] + V[i][k] * moments[k] * V[j][k] end
        end
    end
    return out
end

-- adds m (|d|^2 1 - d d^T)
local function shift(I, m, d)
    local s = d:dot(d)
    for i = 1, 3 do
        for j = 1, 3 do I[i][j] = I[i][j] + m * ((i == j and s or 0) - d[i] * d[j]) end
    end
end

-- one of several solids { mass, position, inertia (in common axes, about its own centre) }
function common.together(list)
    local mass, centre = 0, tw.vec3(0, 0, 0)
    for _, s in ipairs(list) do mass = mass + s.mass end
    if not (mass > 0) then return nil end
    for _, s in ipairs(list) do centre = centre + s.position * s.mass end
    centre = centre * (1 / mass)
    local I = zero()
    for _, s in ipairs(list) do
        for i = 1, 3 do
            for j = 1, 3 do I[i][j] = I[i][j] + s.inertia[i][j] end
        end
        shift(I, s.mass, s.position - centre)
    end
    return { mass = mass, position = centre, inertia = I }
end

-- what a geom of known mass or density adds, in axes of the body; nil: nothing
function common.solid(geom)
    local V, centre, I
    if geom.kind == "mesh" and not geom.shell then
        V, centre, I = common.meshes.measure(geom.fields, geom.rule)
    else
        V, centre, I = common.solid_of(geom)
    end
    if not V or not (V > 0) then return nil end
    local scale = geom.mass and geom.mass / V or geom.density
    if not (scale > 0) then return nil end
    for i = 1, 3 do
        for j = 1, 3 do I[i][j] = I[i][j] * scale end
    end
    return { mass = geom.mass or V * scale, position = geom.position + geom.orientation * centre,
        inertia = common.turned(I, geom.orientation) }
end

-- ---- files --------------------------------------------------------------------------------------

function common.folder(path) return path:match "^(.*)/[^/]*$" or "." end

local endings = { obj = true, stl = true, ply = true, dae = true, gltf = true, glb = true }

-- COLLADA says which axis is up, and assimp turns it to y: back to the file's own axes, in which robots use it
local function stand_up(path, vertices)
    local root, up = host.xml(path, "mesh"), nil
    for _, asset in ipairs(root or {}) do
        for _, e in ipairs(asset.name == "asset" and asset or {}) do
            if e.name == "up_axis" then up = e.text end
        end
    end
    for _, v in ipairs(vertices) do
        if up == "Z_UP" then v[2], v[3] = -v[3], v[2] end
        if up == "X_UP" then v[1], v[2] = v[2], -v[1] end
    end
end

-- triangles look outwards again where a scale mirrors them
function common.mirror(triangles, scale)
    if scale.x * scale.y * scale.z >= 0 then return end
    for _, t in ipairs(triangles) do t[2], t[3] = t[3], t[2] end
end

-- the path of a file that the robot's names, below its folder or the one of the option `folder`; nil, the reason, and whether there is
-- none: then nothing is said about files elsewhere
function common.locate(model, name)
    local path, why = host.below(model.root, name, model.folder)
    if path and host.exists(path) then return path end
    local inside = path or not ("/" .. name .. "/"):find("/../", 1, true)
    return nil, inside and "there is no such file" or why, inside
end

-- vertices and triangles of a file, each scaled; nil: there is no such file, and what is without it, which is told
function common.mesh(e, model, name, scale, without)
    local ending = (name:match "%.([%w]+)$" or ""):lower():gsub("^stlb$", "stl")
    if not endings[ending] then
        common.fail(e, "<%s>: meshes are read from .obj, .stl, .ply, .dae, .gltf and .glb, got '%s': convert it to one of them", e.name, name)
    end
    local path, why, absent = common.locate(model, name)
    if absent and without then
        model.notices:add(e, "%s are passed over whose meshes are not there", without)
        return nil
    end
    if not path then common.fail(e, "<%s>: file '%s': %s", e.name, name, why) end
    model.meshes = model.meshes or {}
    local key = path .. " " .. scale.x .. " " .. scale.y .. " " .. scale.z
    if model.meshes[key] then return model.meshes[key] end
    local vertices, triangles = host.mesh(path, name)
    if not vertices then common.fail(e, "<%s>: file '%s': %s", e.name, name, triangles) end
    if ending == "dae" then stand_up(path, vertices) end
    for _, v in ipairs(vertices) do v[1], v[2], v[3] = v[1] * scale.x, v[2] * scale.y, v[3] * scale.z end
    common.mirror(triangles, scale)
    if #triangles == 0 then common.fail(e, "<%s>: file '%s' has no triangles", e.name, name) end
    model.meshes[key] = { vertices = vertices, triangles = triangles }
    return model.meshes[key]
end

return common
