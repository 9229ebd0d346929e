-- The unknowns of scene:solve: fields of objects, splines through knots, and numbers that a function of the script puts where
-- they belong. Each is one or more slots: a number with its bounds, start, scale and step of differences. Also what all files
-- of scene:solve check their arguments with.
local tw, host = ...
local fail, kind, describe, check_names = host.fail, host.kind, host.describe, host.check_names

local STEP = 1e-4 -- of differences, of an unknown's scale

local function is_number(x) return type(x) == "number" and x == x and math.abs(x) < math.huge end

local function check_number(what, x, low)
    if not is_number(x) or (low and x < low) then
        fail("%s: expected a %snumber, got %s", what, low and low > 0 and "positive " or "", describe(x))
    end
    return x
end

local function check_function(what, f)
    if type(f) ~= "function" then fail("%s: expected a function, got %s", what, describe(f)) end
    return f
end

-- x[i] of a bound: one number for all components, or a list of three
local function component(what, bound, i, count)
    if bound == nil then return nil end
    if count == 3 and type(bound) ~= "number" then
        local v = tw.vec3(bound)
        return ({ v.x, v.y, v.z })[i]
    end
    return check_number(what, bound)
end

-- adds the components of an unknown: name, low, high, start, scale, step
local function add_slots(all, what, entry, name, count, start, from, to)
    local axes = { ".x", ".y", ".z" }
    for i = 1, count do
        local low = component(what .. ": field 'from'", from, i, count) or -math.huge
        local high = component(what .. ": field 'to'", to, i, count) or math.huge
        if not (low < high) then fail("%s: expected 'from' below 'to', got %g and %g", what, low, high) end
        local at = start and start[i]
        if at == nil then at = (low > -math.huge and high < math.huge) and (low + high) / 2 or 0 end
        at = math.min(math.max(at, low), high)
        local scale = entry.scale
        if scale == nil then
            scale = (low > -math.huge and high < math.huge) and (high - low) / 2 or math.max(math.abs(at), 1)
        end
        check_number(what .. ": field 'scale'", scale, 1e-300)
        local step = check_number(what .. ": field 'step'", entry.step or STEP * scale, 1e-300)
        all[#all + 1] = { name = count == 3 and name .. axes[i] or name, low = low, high = high, start = at,
            scale = scale, step = step }
    end
end

local function read_start(what, value, count)
    if value == nil then return nil end
    if count == 1 then return { check_number(what, value) } end
    local v = tw.vec3(value)
    return { v.x, v.y, v.z }
end

local function field_unknown(all, what, entry)
    local object, field = entry[1], entry[2]
    if type(field) ~= "string" then fail("%s: expected the name of a field second, got %s", what, describe(field)) end
    local name = (tostring(object):match("'(.-)'") or kind(object) or "scene") .. "." .. field
    local now = object[field]
    local count = is_number(now) and 1 or kind(now) == "vec3" and 3
    if not count then
        fail("%s: expected a field that is a number or a vector now, got %s; 'spline' makes one a function of time", what,
            describe(now))
    end
    local start = read_start(what .. ": field 'start'", entry.start, count) or read_start(what, now, count)
    add_slots(all, what, entry, name, count, start, entry.from, entry.to)
    return { count = count, put = function(x, k)
        object[field] = count == 1 and x[k + 1] or tw.vec3(x[k + 1], x[k + 2], x[k + 3])
    end }
end

-- times of knots: a list, or so many from the present to the end, which the function `to` gives
local function knots_of(what, spline, from, to)
    local times = {}
    if type(spline) == "table" then
        for i, t in ipairs(spline) do times[i] = check_number(what .. ": field 'spline'", t) end
    else
        if math.type(spline) ~= "integer" or spline < 2 then
            fail("%s: field 'spline': expected 2 knots or more, or a list of times, got %s", what, describe(spline))
        end
        local last = to()
        for i = 1, spline do times[i] = from + (last - from) * (i - 1) / (spline - 1) end
    end
    return times
end

local function spline_unknown(all, what, entry, from, to)
    local object, field = entry[1], entry[2]
    if type(field) ~= "string" then fail("%s: expected the name of a field second, got %s", what, describe(field)) end
    local times, within = knots_of(what, entry.spline, from, to), entry.within or {}
    local name = (tostring(object):match("'(.-)'") or kind(object) or "scene") .. "." .. field
    local size = kind(object[field]) == "vec3" and 3 or 1 -- of a knot
    for i = 1, #times do
        add_slots(all, what, entry, string.format("%s[%d]", name, i), size,
            read_start(what .. ": field 'start'", entry.start, size), within[1], within[2])
    end
    return { count = size * #times, put = function(x, k)
        local list = { ends = entry.ends }
        for i, t in ipairs(times) do
            local at = k + size * (i - 1)
            list[i] = { t, size == 1 and x[at + 1] or tw.vec3(x[at + 1], x[at + 2], x[at + 3]) }
        end
        object[field] = tw.spline(list)
    end }
end

-- a parameter of the script, by name, which events read during the motion; functions of time read it when they are given
local function param_unknown(all, what, entry)
    local name = entry[2]
    if type(name) ~= "string" then fail("%s: expected the name of a parameter second, got %s", what, describe(name)) end
    add_slots(all, what, entry, name, 1, read_start(what .. ": field 'start'", entry.start, 1), entry.from, entry.to)
    return { count = 1, put = function(x, k) host.vary_param(name, x[k + 1]) end, undo = function() host.vary_param(name, nil) end,
        check = function()
            if not host.param_read(name) then
                fail("%s: no tw.param(\"%s\") is read during the motion; lines that have read it before have their number: "
                    .. "read it in an event, or vary what it sets by { name, set = function(x) ... end }", what, name)
            end
        end }
end

local unknown_names = { [1] = true, [2] = true, from = true, to = true, start = true, scale = true, step = true,
    spline = true, within = true, ends = true, set = true }

local objects = { scene = true, body = true, point = true, force = true, constraint = true, prop = true, group = true }

local function read_unknowns(scene, t, from, to)
    local slots, unknowns = {}, {}
    if type(t.vary) ~= "table" or #t.vary == 0 then
        fail("scene:solve: field 'vary': expected a list of unknowns, got %s", describe(t.vary))
    end
    for i, entry in ipairs(t.vary) do
        local what = string.format("scene:solve: unknown %d", i)
        check_names(what, entry, unknown_names)
        local unknown
        if type(entry[1]) == "string" and entry.set ~= nil then
            check_function(what .. ": field 'set'", entry.set)
            add_slots(slots, what, entry, entry[1], 1, read_start(what .. ": field 'start'", entry.start, 1), entry.from,
                entry.to)
            unknown = { count = 1, put = function(x, k) entry.set(x[k + 1]) end }
        elseif entry[1] == "param" then
            unknown = param_unknown(slots, what, entry)
        elseif not objects[kind(entry[1])] then
            fail("%s: expected an object and a field of it, \"param\" and a name, or a name and 'set', got %s first", what,
                describe(entry[1]))
        elseif host.scene(entry[1]) ~= scene then
            -- the motions of the search do not put it back
            fail("%s: %s belongs to another scene", what, tostring(entry[1]))
        elseif entry.spline ~= nil then
            unknown = spline_unknown(slots, what, entry, from, to)
        else
            unknown = field_unknown(slots, what, entry)
        end
        unknowns[i] = unknown
    end
    return slots, unknowns
end

-- splitmix64: numbers from 0 to 1 that are the same everywhere
local function random_of(seed)
    local state = seed
    return function()
        state = state + 0x9e3779b97f4a7c15
        local z = state
        z = (z ~ (z >> 30)) * 0xbf58476d1ce4e5b9
        z = (z ~ (z >> 27)) * 0x94d049bb133111eb
        return ((z ~ (z >> 31)) >> 11) * 2.0 ^ -53
    end
end

host.solve = { is_number = is_number, check_number = check_number, check_function = check_function, read_unknowns = read_unknowns,
    random_of = random_of }
