-- Models that are made of many bodies: require "tauwerk.models" adds scene:chain{...}, rope, bridge,
-- ladder, to scenes and groups.
local tw = require "tauwerk"

local function check_vector(what, name, value)
    if value == nil then tw.fail("%s: field '%s' is missing: expected a vector {x, y, z}", what, name) end
    return tw.vec3(value)
end

-- where body number i of n begins on the way from a to b
local function along(a, b, i, n) return a + (b - a) * (i / n) end

local function link_fields(what, link)
    local known = { length = true, width = true, radius = true, kind = true, material = true, color = true, mass = true,
        density = true }
    for key in pairs(link) do
        if not known[key] then tw.fail("%s: field 'link': unknown field '%s'", what, tostring(key)) end
    end
end

-- a row of rods from `from` to `to`, each joined to the one before; connect = true: begins and ends at
-- nails there; connect = "begin": only begins. g.first, g.last: the free points (group.user.first)
local function row(g, t, what)
    local from, to = check_vector(what, "from", t.from), check_vector(what, "to", t.to)
    local n, way = t.count, to - from
    if not (way:length() > 0) then tw.fail("%s: field 'to': expected another place than 'from'", what) end
    link_fields(what, t.link)
    -- held at both ends a straight row would be infinitely tight: its links are longer than their way
    local length = t.link.length or way:length() / n * (t.connect == true and 1 + t.sag or 1)
    local radius = t.link.radius or length / 10
    local turn = tw.rotation({ 0, 0, 1 }, way)
    local rods = {}
    for i = 1, n do
        local middle = along(from, to, i - 0.5, n)
        rods[i] = g:rod {
            name = "link" .. i, length = length, radius = radius, position = middle, orientation = turn,
            material = t.link.material, color = t.link.color, mass = t.link.mass, density = t.link.density,
        }
        if i > 1 then g:connect(rods[i - 1].end2, rods[i].end1, { name = "joint" .. i }) end
    end
    if t.connect then g:connect(rods[1].end1, g:nail { from.x, from.y, from.z, name = "from" }, { name = "begin" }) end
    if t.connect == true then
        g:connect(rods[n].end2, g:nail { to.x, to.y, to.z, name = "to" }, { name = "end" })
    end
    g.user = { links = rods, first = rods[1].end1, last = rods[n].end2 }
end

local fields = {
    count = { default = 10, type = "number", min = 1, doc = "how many links" },
    link = { default = {}, type = "table", doc = "{length =, radius =, material =, ...} of one link" },
    from = { type = "any", doc = "where it begins" },
    to = { type = "any", doc = "where it ends" },
    sag = { default = 0.02, type = "number", min = 0, doc = "how much longer it is than its way" },
    connect = { default = true, type = "any", doc = "true: held at both ends; 'begin': at one; false: free" },
}

local function with(extra)
    local all = {}
    for key, value in pairs(fields) do all[key] = value end
    for key, value in pairs(extra) do all[key] = value end
    return all
end

tw.model("chain", fields, function(g, t) row(g, t, "chain") end)

-- a rope is a chain of many thin capsules' worth of rods
tw.model("rope", with { count = { default = 30, type = "number", min = 1 },
    radius = { default = 0.02, type = "number", min = 1e-6 } }, function(g, t)
    t.link = { radius = t.radius, length = t.link.length, material = t.link.material, color = t.link.color,
        mass = t.link.mass, density = t.link.density }
    row(g, t, "rope")
end)

-- planks from `from` to `to`, joined at both edges; width across, along y of the group
tw.model("bridge", with {
    width = { default = 1, type = "number", min = 1e-6, doc = "across the way" },
    thickness = { default = 0.05, type = "number", min = 1e-6 },
}, function(g, t)
    local from, to = check_vector("bridge", "from", t.from), check_vector("bridge", "to", t.to)
    local way, n = to - from, t.count
    if not (way:length() > 0) then tw.fail("bridge: field 'to': expected another place than 'from'") end
    local ahead = way:normalized()
    local side = tw.vec3(0, 0, 1):cross(ahead)
    if not (side:length() > 1e-6) then tw.fail("bridge: field 'to': a bridge cannot stand upright") end
    side = side:normalized()
    -- x ahead, y to the side
    local q = tw.rotation({ 1, 0, 0 }, ahead)
    q = tw.rotation(q * tw.vec3(0, 1, 0), side) * q
    local length, planks = way:length() / n * (1 + t.sag), {}
    for i = 1, n do
        planks[i] = g:box {
            name = "plank" .. i, size = { length, t.width, t.thickness }, position = along(from, to, i - 0.5, n),
            orientation = q, material = t.link.material, color = t.link.color,
        }
    end
    for i = 0, n do
        for _, y in ipairs { -0.5, 0.5 } do
            local p = i > 0 and planks[i]:point { length / 2, y * t.width, 0 }
            local r = i < n and planks[i + 1]:point { -length / 2, y * t.width, 0 }
            local at = along(from, to, i, n) + side * (y * t.width)
            if p and r then
                g:connect(p, r)
            elseif t.connect == true or (t.connect and r) then
                g:connect(p or r, g:nail { at.x, at.y, at.z })
            end
        end
    end
    g.user = { planks = planks }
end)

-- two ropes with rungs between them
tw.model("ladder", with {
    width = { default = 0.4, type = "number", min = 1e-6, doc = "length of the rungs" },
    radius = { default = 0.02, type = "number", min = 1e-6 },
}, function(g, t)
    local from, to = check_vector("ladder", "from", t.from), check_vector("ladder", "to", t.to)
    local way, n = to - from, t.count
    if not (way:length() > 0) then tw.fail("ladder: field 'to': expected another place than 'from'") end
    local side = math.abs(way:normalized().y) > 0.9 and tw.vec3(1, 0, 0) or tw.vec3(0, 1, 0)
    side = side:cross(way):cross(way):normalized() * (-t.width / 2)
    local rails, rungs = {}, {}
    for k, s in ipairs { -1, 1 } do
        rails[k] = {}
        for i = 1, n do
            rails[k][i] = g:rod {
                name = (k == 1 and "left" or "right") .. i, radius = t.radius,
                from = along(from, to, i - 1, n) + side * s, to = along(from, to, i, n) + side * s,
                material = t.link.material, color = t.link.color,
            }
            if i > 1 then g:connect(rails[k][i - 1].end2, rails[k][i].end1) end
        end
        if t.connect then
            local a = from + side * s
            g:connect(rails[k][1].end1, g:nail { a.x, a.y, a.z })
        end
    end
    for i = 1, n do
        local a, b = along(from, to, i - 0.5, n) - side, along(from, to, i - 0.5, n) + side
        rungs[i] = g:rod { name = "rung" .. i, radius = t.radius, from = a, to = b, material = t.link.material,
            color = t.link.color }
        g:connect(rungs[i].end1, rails[1][i].center)
        g:connect(rungs[i].end2, rails[2][i].center)
    end
    g.user = { rails = rails, rungs = rungs }
end)

return tw.models
