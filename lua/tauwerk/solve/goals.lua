-- The goals of scene:solve: what is to hold when, and the rows of the search that say so.
local tw, host = ...
local fail, kind, describe, check_names = host.fail, host.kind, host.describe, host.check_names
local part = host.solve
local is_number, check_number, check_function = part.is_number, part.check_number, part.check_function

-- rows of the search, as numeric/search/search.h counts them
local SOFT_EQUAL, SOFT_ABOVE, EQUAL, ABOVE = 0, 1, 2, 3

local goal_names = { [1] = true, at = true, value = true, equals = true, within = true, below = true, above = true,
    weight = true, scale = true, every = true, hard = true }

local function read_goal(scene, what, g)
    check_names(what, g, goal_names)
    if type(g[1]) ~= "string" then fail("%s: expected a label first, got %s", what, describe(g[1])) end
    what = string.format("scene:solve: goal '%s'", g[1])
    if g.value == nil then fail("%s: field 'value' is missing: expected a value or a function", what) end
    if g.equals ~= nil and (g.below ~= nil or g.above ~= nil) then
        fail("%s: expected 'equals', or 'below' and 'above', got both", what)
    end
    for _, name in ipairs { "within", "weight", "scale", "every" } do
        if g[name] ~= nil then check_number(what .. ": field '" .. name .. "'", g[name], 1e-300) end
    end
    for _, name in ipairs { "below", "above" } do
        if g[name] ~= nil then check_number(what .. ": field '" .. name .. "'", g[name]) end
    end
    local equals = g.equals
    if type(equals) == "table" or kind(equals) == "vec3" then
        local ok, v = pcall(tw.vec3, equals)
        if not ok then fail("%s: field 'equals': expected a number, a vector, a text or a boolean, got %s", what, describe(equals)) end
        equals = v
    end
    -- it holds or not: nothing that a search could follow, but an answer must have it
    local holds = equals == nil and g.below == nil and g.above == nil or type(equals) == "string" or type(equals) == "boolean"
    for _, name in ipairs { "within", "weight", "scale", "hard" } do
        if holds and g[name] ~= nil then fail("%s: field '%s' is for goals that are numbers or vectors", what, name) end
    end
    if g.hard ~= nil and type(g.hard) ~= "boolean" then
        fail("%s: field 'hard': expected a boolean, got %s", what, describe(g.hard))
    end
    local value = g.value
    if type(value) ~= "function" then value = function() return g.value end end
    local at, owner = g.at, host.event_of(g.at)
    if at == nil then at = "end" end
    if owner and owner ~= scene then fail("%s: field 'at': expected an event of this scene, got one of another", what) end
    local interval = type(at) == "table" and is_number(at[1]) and is_number(at[2]) and at[1] < at[2]
    if not (owner or interval or is_number(at) or at == "end" or at == "always" or type(at) == "function") then
        fail("%s: field 'at': expected a time, an event, \"end\", \"always\", { from, to } or a function that gives a time, got %s",
            what, describe(g.at))
    end
    return { label = g[1], what = what, at = at, event = owner and at, value = value, equals = equals, holds = holds,
        hard = g.hard, line = host.line_of(g.value), below = g.below,
        above = g.above, within = g.within, weight = g.weight, scale = g.scale, every = g.every }
end

local function read_goals(scene, t)
    local goals, seen = {}, {}
    if t.so_that ~= nil and type(t.so_that) ~= "table" then
        fail("scene:solve: field 'so_that': expected a list of goals, got %s", describe(t.so_that))
    end
    for i, g in ipairs(t.so_that or {}) do
        goals[i] = read_goal(scene, string.format("scene:solve: goal %d", i), g)
        if seen[goals[i].label] then fail("%s: expected a label of its own, got the same twice", goals[i].what) end
        seen[goals[i].label] = true
    end
    if #goals == 0 and not t.minimise then
        fail("scene:solve: expected goals in 'so_that', or something to 'minimise'")
    end
    return goals
end

-- Where the end of the motion is sought, it must not come before the fixed times of goals: a goal of its own says so, without
-- which a search that makes the motion shorter would creep up to where those goals have no value any more.
local function add_end(s)
    local latest
    for _, goal in ipairs(s.goals) do
        local at = type(goal.at) == "table" and goal.at[2] or goal.at
        if type(at) == "number" and at > (latest or s.t0) then latest = at end
    end
    if not latest or type(s.duration) ~= "function" then return end
    local label = string.format("the motion lasts until %.9g s", latest)
    s.until_at = latest
    s.goals[#s.goals + 1] = { label = label, what = "scene:solve: goal '" .. label .. "'", at = "end", hard = true, above = latest,
        scale = latest - s.t0, value = function() return s.t1 end }
end

local function numbers_of(goal, v)
    if goal.holds then
        local met = v
        if goal.equals ~= nil then met = v == goal.equals end
        goal.saw = goal.saw or {}
        if not met then goal.saw[1] = v end
        return { met and 1 or 0 }
    end
    if is_number(v) then return { v } end
    if kind(v) == "vec3" and is_number(v.x) and is_number(v.y) and is_number(v.z) then return { v.x, v.y, v.z } end
    fail("%s: expected a value that is a number or a vector, got %s", goal.what, describe(v))
end

-- the times of a goal in a motion from t0 to t1; how many they are never changes
local function times_of(goal, s)
    local at = goal.at
    if at == "end" then return { s.t1 } end
    if type(at) == "function" then return { check_number(goal.what .. ": field 'at'", at()) } end
    if type(at) == "number" then return { at } end
    local from, to = s.t0, s.t1
    if at ~= "always" then from, to = at[1], at[2] end
    goal.pieces = goal.pieces or math.max(1, math.ceil((to - from) / (goal.every or s.every) - 1e-9))
    local times = {}
    for i = 0, goal.pieces do times[i + 1] = from + (to - from) * i / goal.pieces end
    return times
end

-- ---- rows ---------------------------------------------------------------------------------------

local function size_of(goal)
    local size, target = 0, goal.equals
    for _, got in ipairs(goal.got) do
        for _, v in ipairs(got) do size = math.max(size, math.abs(v)) end
    end
    for _, v in ipairs(target and numbers_of(goal, target) or { goal.below or goal.above, goal.above }) do
        size = math.max(size, math.abs(v))
    end
    return size > 0 and size or 1
end

-- kinds and tolerances of the rows, once a motion has told how many values there are
local function lay_out(s)
    s.row, s.within = {}, {}
    for _, goal in ipairs(s.counted) do
        goal.scale = goal.scale or size_of(goal)
        goal.within = goal.within or s.tolerance * goal.scale
        local soft = not s.minimise or goal.weight ~= nil
        if goal.hard ~= nil then soft = not goal.hard end
        local factor = (goal.weight or 1) / goal.scale
        if soft then factor = factor / math.sqrt(#goal.got) end
        goal.factor, goal.first, goal.firm = factor, #s.row + 1, not soft
        for _, got in ipairs(goal.got) do
            local rows = goal.equals and #got or #got * ((goal.below and 1 or 0) + (goal.above and 1 or 0))
            if goal.equals and #got ~= #numbers_of(goal, goal.equals) then
                fail("%s: field 'equals': expected %s, as the value is", goal.what, #got == 1 and "a number" or "a vector")
            end
            if not goal.equals and #got > 1 then
                fail("%s: 'below' and 'above' are for numbers, got a vector", goal.what)
            end
            for _ = 1, rows do
                local row = goal.equals and (soft and SOFT_EQUAL or EQUAL) or (soft and SOFT_ABOVE or ABOVE)
                s.row[#s.row + 1], s.within[#s.within + 1] = row, goal.within * factor
            end
        end
        goal.last = #s.row
    end
end

-- of the motion made last: the first goal that does not hold, though no search could follow it
local function missed(s)
    for _, goal in ipairs(s.goals) do
        for _, got in ipairs(goal.holds and goal.got or {}) do
            if got[1] ~= 1 then return goal end
        end
    end
    return nil
end

-- adds the rows' values to out
local function rows(s, out)
    for _, goal in ipairs(s.counted) do
        local target = goal.equals and numbers_of(goal, goal.equals)
        for _, got in ipairs(goal.got) do
            for i, v in ipairs(got) do
                if target then out[#out + 1] = (v - target[i]) * goal.factor end
                if goal.below then out[#out + 1] = (goal.below - v) * goal.factor end
                if goal.above then out[#out + 1] = (v - goal.above) * goal.factor end
            end
        end
    end
    if s.row and #out ~= #s.row + 1 then fail("scene:solve: the goals' values changed their number of components") end
    return out
end

-- what a goal lacks in its own units, from the rows: the length of a vector, the most of an interval
local function left_of(s, goal, c)
    local most, n = 0, goal.equals and type(goal.equals) ~= "number" and 3 or 1
    for i = goal.first, goal.last, n do
        local sum = 0
        for k = i, i + n - 1 do
            local v = c[k] / goal.factor
            if not goal.equals then v = math.min(v, 0) end
            sum = sum + v * v
        end
        most = math.max(most, math.sqrt(sum))
    end
    return most
end

part.read_goals, part.add_end, part.numbers_of, part.times_of = read_goals, add_end, numbers_of, times_of
part.lay_out, part.rows, part.left_of, part.missed = lay_out, rows, left_of, missed
