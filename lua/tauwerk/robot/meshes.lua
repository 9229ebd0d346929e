-- Volume, centre and moments of inertia of a mesh at density 1 by one of the rules that versions of MuJoCo have; measure(fields, rule) gives
-- them as solids.lua does. Rules:
--   exact   those of the solid; a mesh that is not closed has none, and its hull stands for it
--   convex  those of the convex hull
--   legacy  tetrahedra of which none is negative, from the centroid of the surface, then from the centre: hollows count as solid
--   box     as legacy, but with the mass of a box that has these moments at density 1 (MuJoCo before 3)
local common, solids, hull = ...
local rules = {}

-- is it closed: each edge of a triangle is one of another, in the other direction; is it round: closed, in one piece without holes, and bent
-- outwards at each edge, so that it is its own hull
local function look(f)
    local across, edges, used, corners, count = {}, 0, {}, 0, #f.vertices + 1
    for _, t in ipairs(f.triangles) do
        for k = 1, 3 do
            local i, j = t[k], t[k % 3 + 1]
            if across[i * count + j] then return { closed = false, round = false } end
            across[i * count + j], edges = t[(k + 1) % 3 + 1], edges + 1
            if not used[i] then used[i], corners = true, corners + 1 end
        end
    end
    local round = corners - edges / 2 + #f.triangles == 2
    for _, t in ipairs(f.triangles) do
        local a, b, c = common.vector(f.vertices[t[1]]), common.vector(f.vertices[t[2]]), common.vector(f.vertices[t[3]])
        local n = (b - a):cross(c - a)
        for k = 1, 3 do
            local other = across[t[k % 3 + 1] * count + t[k]]
            if not other then return { closed = false, round = false } end
            local d = common.vector(f.vertices[other]) - a
            if n:dot(d) > 1e-9 * n:length() * d:length() then round = false end
        end
    end
    return { closed = true, round = round }
end

local looks = setmetatable({}, { __mode = "k" }) -- fields of a mesh: what look() found, and its hull

local function known(f)
    looks[f] = looks[f] or look(f)
    return looks[f]
end

local function exact(f) return common.solid_of { kind = "mesh", fields = f } end

function rules.convex(f)
    local own = known(f)
    if own.round then return exact(f) end
    if own.hull == nil then
        local vertices, triangles = hull(f.vertices)
        own.hull = vertices and { vertices = vertices, triangles = triangles } or false
    end
    if not own.hull then return nil end
    return exact(own.hull)
end

function rules.exact(f)
    if not known(f).closed then return rules.convex(f) end
    local V, centre, I = exact(f)
    if V > 0 then return V, centre, I end
    local turned = {} -- all triangles look inwards: the solid is the same
    for i, t in ipairs(f.triangles) do turned[i] = { t[1], t[3], t[2] } end
    return exact { vertices = f.vertices, triangles = turned }
end

local function centroid(f)
    local area, sum = 0, common.vector { 0, 0, 0 }
    for _, t in ipairs(f.triangles) do
        local a, b, c = common.vector(f.vertices[t[1]]), common.vector(f.vertices[t[2]]), common.vector(f.vertices[t[3]])
        local d = (b - a):cross(c - a):length() / 2
        area, sum = area + d, sum + (a + b + c) * (d / 3)
    end
    return area > 0 and sum * (1 / area) or sum
end

function rules.legacy(f)
    local o = centroid(f)
    local V, first = solids.sums(f, o, true)
    if not (V > 0) then return nil end
    local centre = o + first * (1 / V)
    local again, _, xx = solids.sums(f, centre, true)
    local trace, I = xx[1][1] + xx[2][2] + xx[3][3], solids.zero()
    for i = 1, 3 do
        for j = 1, 3 do I[i][j] = (i == j and trace or 0) - xx[i][j] end
    end
    return again, centre, I
end

function rules.box(f)
    local V, centre, I = rules.legacy(f)
    if not V then return nil end
    local p, box = common.principal(I), 1
    for k = 1, 3 do box = box * math.max(0, 6 * (p[1] + p[2] + p[3] - 2 * p[k]) / V) ^ 0.5 end
    for i = 1, 3 do
        for j = 1, 3 do I[i][j] = I[i][j] * box / V end
    end
    return box, centre, I
end

-- all rules agree but `box` where it is round
return { rules = rules, known = known, measure = function(f, rule) return rules[rule or "exact"](f) end }
