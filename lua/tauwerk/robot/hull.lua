-- The convex hull of points: hull(vertices) gives vertices and triangles that look outwards, as common.mesh has them; nil: the
-- points lie in a plane. Quickhull [Barber, Dobkin, Huhdanpaa 1996]: a point outside a face replaces all faces that it sees, by
-- triangles to the edges about them. Points nearer to a face than 1e-10 of the size count as inside.
local tw = ...

-- a tetrahedron of four points that are far apart
local function first_four(p, least)
    local function furthest(measure)
        local best, at = least, nil
        for i, v in ipairs(p) do
            local d = measure(v)
            if d > best then best, at = d, i end
        end
        return at
    end
    local a = 1
    local b = furthest(function(v) return (v - p[a]):length() end)
    if not b then return nil end
    local along = (p[b] - p[a]):normalized()
    local c = furthest(function(v) return along:cross(v - p[a]):length() end)
    if not c then return nil end
    local n = along:cross(p[c] - p[a]):normalized()
    local d = furthest(function(v) return math.abs(n:dot(v - p[a])) end)
    if not d then return nil end
    if n:dot(p[d] - p[a]) > 0 then a, b = b, a end
    return a, b, c, d
end

-- a face that looks away from what it bounds; `beyond`: the points outside it
local function face(p, a, b, c)
    local n = (p[b] - p[a]):cross(p[c] - p[a])
    local length = n:length()
    return { a, b, c, n = length > 0 and n * (1 / length) or n, at = p[a], beyond = {}, far = nil, distance = 0 }
end

return function(vertices)
    local p, lo, hi = {}, nil, nil
    for i, v in ipairs(vertices) do
        p[i] = tw.vec3(v)
        lo = lo and tw.vec3(math.min(lo.x, v[1]), math.min(lo.y, v[2]), math.min(lo.z, v[3])) or p[i]
        hi = hi and tw.vec3(math.max(hi.x, v[1]), math.max(hi.y, v[2]), math.max(hi.z, v[3])) or p[i]
    end
    if #p < 4 then return nil end
    local least = 1e-10 * (hi - lo):length()
    local a, b, c, d = first_four(p, least)
    if not a then return nil end

    local faces, edges, open = {}, {}, {} -- edges[i * count + j]: the face that has the edge from i to j
    local count = #p + 1
    local function add(i, j, k)
        local f = face(p, i, j, k)
        faces[f] = true
        edges[i * count + j], edges[j * count + k], edges[k * count + i] = f, f, f
        return f
    end
    local function give(list, to) -- each point to the first face that it lies outside
        for _, i in ipairs(list) do
            for _, f in ipairs(to) do
                local distance = f.n:dot(p[i] - f.at)
                if distance > least then
                    f.beyond[#f.beyond + 1] = i
                    if distance > f.distance then f.far, f.distance = i, distance end
                    break
                end
            end
        end
        for _, f in ipairs(to) do
            if f.far then open[#open + 1] = f end
        end
    end
    local all = {}
    for i = 1, #p do all[i] = i end
    give(all, { add(a, b, c), add(a, d, b), add(b, d, c), add(c, d, a) })

    while #open > 0 do
        local f = table.remove(open)
        if faces[f] then
            local eye, seen, orphans, horizon = f.far, { f }, {}, {}
            faces[f] = nil
            local k = 1
            while seen[k] do -- the faces that the point sees, from one to its neighbours
                local s = seen[k]
                for e = 1, 3 do
                    local i, j = s[e], s[e % 3 + 1]
                    local other = edges[j * count + i]
                    if faces[other] and other.n:dot(p[eye] - other.at) > least then
                        faces[other] = nil
                        seen[#seen + 1] = other
                    end
                end
                k = k + 1
            end
            for _, s in ipairs(seen) do
                for e = 1, 3 do
                    local i, j = s[e], s[e % 3 + 1]
                    if faces[edges[j * count + i]] then horizon[#horizon + 1] = { i, j } end
                end
                for _, i in ipairs(s.beyond) do
                    if i ~= eye then orphans[#orphans + 1] = i end
                end
            end
            local new = {}
            for _, h in ipairs(horizon) do new[#new + 1] = add(h[1], h[2], eye) end
            give(orphans, new)
        end
    end

    local kept = {} -- in the order of their corners, so that the same points give the same hull
    for f in pairs(faces) do kept[#kept + 1] = f end
    local function least_first(f) -- turned so that its least corner comes first
        local k = f[1] < f[2] and (f[1] < f[3] and 1 or 3) or (f[2] < f[3] and 2 or 3)
        return f[k], f[k % 3 + 1], f[(k + 1) % 3 + 1]
    end
    for i, f in ipairs(kept) do kept[i] = { least_first(f) } end
    table.sort(kept, function(f, g)
        for k = 1, 3 do
            if f[k] ~= g[k] then return f[k] < g[k] end
        end
        return false
    end)
    local out, number, triangles = {}, {}, {}
    for i, f in ipairs(kept) do
        local t = {}
        for k = 1, 3 do
            if not number[f[k]] then
                out[#out + 1] = { p[f[k]].x, p[f[k]].y, p[f[k]].z }
                number[f[k]] = #out
            end
            t[k] = number[f[k]]
        end
        triangles[i] = t
    end
    return out, triangles
end
