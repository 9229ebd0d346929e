-- Models that are made of many bodies: require "tauwerk.models" adds scene:chain{...}, rope, bridge,
-- ladder, figure, to scenes and groups.
local tw = require "tauwerk"

local function check_vector(what, name, value)
    if value == nil then tw.fail("%s: field '%s' is missing: expected a vector {x, y, z}", what, name) end
    local ok, v = pcall(tw.vec3, value)
    if not ok then
        tw.fail("%s: field '%s': expected a vector {x, y, z}, got %s", what, name,
                type(value) == "userdata" and tostring(value) .. " (a point's place is its 'position')" or type(value))
    end
    return v
end

-- where body number i of n begins on the way from a to b
local function along(a, b, i, n) return a + (b - a) * (i / n) end

local length = { type = "number", positive = true }
local link_fields = {
    length = length, width = length, radius = length, mass = length, density = length,
    material = { type = "any" }, color = { type = "any" },
}
local twist_fields = {
    stiffness = { type = "number", required = true, min = 0 }, damping = { default = 0, type = "number", min = 0 },
}

-- both ends, how many from one to the other, and the checked fields of one
local function check_row(t, what)
    local from, to = check_vector(what, "from", t.from), check_vector(what, "to", t.to)
    if not ((to - from):length() > 0) then tw.fail("%s: field 'to': expected another place than 'from'", what) end
    if t.count % 1 ~= 0 then tw.fail("%s: field 'count': expected a whole number, got %s", what, t.count) end
    if t.connect ~= true and t.connect ~= false and t.connect ~= "begin" then
        tw.fail("%s: field 'connect': expected true, false or 'begin', got %s", what, tostring(t.connect))
    end
    return from, to, t.count, tw.check_fields(what .. ": field 'link'", t.link, link_fields)
end

local SAG = 0.02

-- a row of rods (links where they have a width) from `from` to `to`, each joined to the one before;
-- connect = true: begins and ends at nails there; "begin": only begins. group.user: links, first, last
local function row(g, t, what)
    local from, to, n, link = check_row(t, what)
    local way = to - from
    -- held at both ends a straight row would be infinitely tight: its links are longer than their way
    local pitch = way:length() / n * (1 + (t.sag or t.connect == true and SAG or 0))
    local length, radius, kind, axis = link.length or pitch, link.radius, "rod", tw.vec3(0, 0, 1)
    radius = radius or length / 10
    if link.width then
        kind, axis = "link", tw.vec3(1, 0, 0)
        if link.length then pitch = length - 4 * radius else length = pitch + 4 * radius end
    else
        pitch = length
    end
    if t.connect == true and pitch * n < way:length() * (1 - 1e-9) then
        tw.fail("%s: field 'link': %d of them reach %.9g m, but from 'from' to 'to' it is %.9g m", what, n, pitch * n,
            way:length())
    end
    local turn, quarter = tw.rotation(axis, way), tw.axis_angle(axis, tw.deg(90))
    local twist = t.twist and tw.check_fields(what .. ": field 'twist'", t.twist, twist_fields)
    local links = {}
    for i = 1, n do
        links[i] = g[kind](g, {
            name = "link" .. i, length = length, width = link.width, radius = radius,
            position = along(from, to, i - 0.5, n), orientation = kind == "link" and i % 2 == 0 and turn * quarter or turn,
            material = link.material, color = link.color, mass = link.mass, density = link.density,
        })
        if i > 1 then g:connect(links[i - 1].end2, links[i].end1, { name = "joint" .. i }) end
        if i > 1 and twist then
            g:torsion_spring { name = "twist" .. i, a = links[i], b = links[i - 1], axis = axis, rest = "posed",
                stiffness = twist.stiffness, damping = twist.damping }
        end
    end
    if t.connect then g:connect(links[1].end1, g:nail { from.x, from.y, from.z, name = "from" }, { name = "begin" }) end
    if t.connect == true then
        g:connect(links[n].end2, g:nail { to.x, to.y, to.z, name = "to" }, { name = "end" })
    end
    g.user = { links = links, first = links[1].end1, last = links[n].end2 }
end

local fields = {
    count = { default = 10, type = "number", min = 1, doc = "how many links" },
    link = { default = {}, type = "table", doc = "{length =, width =, radius =, mass =, density =, material =, color =}" },
    from = { type = "any", doc = "where it begins" },
    to = { type = "any", doc = "where it ends" },
    sag = { type = "number", min = 0, doc = "part by which it is longer than its way; 0.02 where both ends are held, otherwise 0" },
    connect = { default = true, type = "any", doc = "true: held at both ends; 'begin': at one; false: free" },
}

local function with(extra)
    local all = {}
    for key, value in pairs(fields) do all[key] = value end
    for key, value in pairs(extra) do all[key] = value end
    return all
end

local twisted = { twist = { type = "table", doc = "{stiffness =, damping =}: springs against twist between neighbours" } }

tw.model("chain", with(twisted), row)

-- a rope is a chain of many thin capsules' worth of rods
tw.model("rope", with { count = { default = 30, type = "number", min = 1, doc = "how many rods" },
    radius = { default = 0.02, type = "number", min = 1e-6, doc = "of the rope (m)" }, twist = twisted.twist }, function(g, t, what)
    local link = { radius = t.radius }
    for key, value in pairs(t.link) do link[key] = value end
    t.link = link
    row(g, t, what)
end)

-- planks from `from` to `to`, joined at both edges; width across, along y of the group
tw.model("bridge", with {
    width = { default = 1, type = "number", min = 1e-6, doc = "across the way" },
    thickness = { default = 0.05, type = "number", min = 1e-6, doc = "of the planks (m)" },
}, function(g, t, what)
    local from, to, n = check_row(t, what)
    local way = to - from
    local ahead = way:normalized()
    local side = tw.vec3(0, 0, 1):cross(ahead)
    if not (side:length() > 1e-6) then tw.fail("%s: field 'to': a bridge cannot stand upright", what) end
    side = side:normalized()
    -- x ahead, y to the side
    local q = tw.rotation({ 1, 0, 0 }, ahead)
    q = tw.rotation(q * tw.vec3(0, 1, 0), side) * q
    local length, planks = way:length() / n * (1 + (t.sag or SAG)), {}
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
    radius = { default = 0.02, type = "number", min = 1e-6, doc = "of ropes and rungs (m)" },
}, function(g, t, what)
    local from, to, n = check_row(t, what)
    local way = to - from
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

require "tauwerk.figure"

return tw.models
