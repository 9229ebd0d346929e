-- Derivatives of goals by sensitivities (src/timeline/sensitivity). The motion is taken in pieces: where it is smooth the state
-- and its derivatives go along with it in one pass; around events and impacts ("rough") short windows are run again from
-- varied states, so that jump conditions are those of the program itself. Goals are then evaluated along the motion that each
-- unknown would make to first order, one step up and one down, and differences are taken as those of whole motions would be.
local _, host = ...
local part = host.solve
local random_of = part.random_of

-- s: before a rough time and after it, if nothing lies nearer
local MARGIN = 2e-3
-- of the duration: where more is rough, whole motions are cheaper
local ROUGH_MOST = 0.5

-- part of a step of differences that a whole motion checks: so short that the motion is linear in it, if it ever is
local CHECKED = 0.05

-- the tables that goals and samples write into, of the motion of one variant
local function keep_context(s, looks)
    local c = { got = {}, looks = {} }
    for _, goal in ipairs(s.goals) do c.got[goal] = goal.got end
    for _, look in ipairs(looks) do c.looks[look.order] = look end
    c.samples, c.t1 = s.samples, s.t1
    return c
end

local function enter(s, c)
    for _, goal in ipairs(s.goals) do goal.got = c.got[goal] end
    s.samples, s.t1 = c.samples, c.t1
end

local function leave(s, c) c.samples = s.samples end

-- rough times and those of events that goals look at, { from, to, from, to, ... } in order
function part.rough_times(list, happened)
    local pairs_, out = {}, {}
    for i = 1, #list, 2 do pairs_[#pairs_ + 1] = { list[i], list[i + 1] } end
    for _, t in ipairs(happened) do pairs_[#pairs_ + 1] = { t, t } end
    table.sort(pairs_, function(a, b) return a[1] < b[1] or (a[1] == b[1] and a[2] < b[2]) end)
    for _, p in ipairs(pairs_) do out[#out + 1], out[#out + 2] = p[1], p[2] end
    return out
end

-- intervals around rough times, apart from each other: { from, to }; nil: too much is rough
local function windows_of(s, rough)
    local list, sum = {}, 0
    for i = 1, #rough, 2 do
        local from, to = math.max(rough[i] - MARGIN, s.t0), math.min(rough[i + 1] + MARGIN, s.last)
        local last = list[#list]
        if rough[i] > s.last then break end
        if last and from <= last[2] + MARGIN then
            last[2] = math.max(last[2], to)
        else
            list[#list + 1] = { from, to }
        end
    end
    for _, w in ipairs(list) do sum = sum + w[2] - w[1] end
    return sum <= ROUGH_MOST * (s.last - s.t0) and list or nil
end

-- x with unknown j moved to where differences take it, on both sides (0, 1), and by how much that is
local function moved(s, x, j, side)
    local at = table.move(x, 1, #x, 1, {})
    at[j] = s.points[2 * j + side - 1]
    return at, at[j] - x[j]
end

-- the unknown that slot j belongs to, given its numbers of x; its slots begin after k
local function put_one(s, x, j)
    local k = 0
    for _, unknown in ipairs(s.unknowns) do
        if j <= k + unknown.count then return unknown.put(x, k) end
        k = k + unknown.count
    end
end

local function each_variant(s, f)
    for j = 1, #s.slots do
        for side = 0, 1 do
            local ok, why = f(j, side)
            if not ok then return nil, why end
        end
    end
    return true
end

-- sensitivities where the search begins, the scene standing there at x
local function sense_at_start(s, x)
    local sense = host.sense(s.scene, #s.slots)
    local ok, why = each_variant(s, function(j, side)
        local at, h = moved(s, x, j, side)
        if s.assemble then
            s.scene:restore(s.snapshot)
            local none = part.put(s, at)
            if none then return nil, none end
        else
            put_one(s, at, j)
        end
        local made, reason = host.sense_variant(sense, j, side, h)
        if not s.assemble then put_one(s, x, j) end
        return made, reason
    end)
    if s.assemble then
        s.scene:restore(s.snapshot)
        part.put(s, x)
    end
    return ok and sense, why
end

-- the looks of a piece, by their times in the motion itself
local function looks_between(looks, from, to, first)
    local list = {}
    for _, look in ipairs(looks) do
        if (look.t > from or (first and look.t >= from)) and look.t <= to then list[#list + 1] = look end
    end
    return list
end

-- along a smooth piece: what goals see there of each variant
local function smooth_piece(s, x, sense, contexts, list)
    local numbers = {}
    for i, look in ipairs(list) do
        local number, why = host.sense_look(sense, look.t)
        if not number then return nil, why end
        numbers[i] = number
    end
    if #list == 0 then return true end
    return each_variant(s, function(j, side)
        local context = contexts[j][side]
        host.sense_put(sense, 0, 0) -- events may have set fields otherwise for the variant before
        put_one(s, (moved(s, x, j, side)), j)
        host.sense_put(sense, j, side)
        enter(s, context)
        for i, look in ipairs(list) do
            local own = context.looks[look.order]
            host.sense_show(sense, numbers[i], j, side, own.t)
            own.f(own.t)
        end
        leave(s, context)
        put_one(s, x, j)
        return true
    end)
end

-- through a window, from a snapshot at its begin, where `sense` has its look `number`; sensitivities behind it
local function rough_piece(s, x, sense, contexts, window, number, snapshot, list)
    -- a variant's own looks may lie a little behind the window
    local function go(looks, from, to)
        for _, look in ipairs(looks) do
            if look.t > from and look.t <= to then
                part.reach(s, look.t)
                look.f(look.t)
            end
        end
    end
    s.scene:restore(snapshot)
    host.rough(s.scene)
    part.reach(s, window[2])
    local pieces = #host.rough_list(s.scene)
    local behind = host.sense(s.scene, #s.slots)
    local ok, why = each_variant(s, function(j, side)
        local context, looks = contexts[j][side], {}
        local at, h = moved(s, x, j, side)
        s.scene:restore(snapshot)
        put_one(s, at, j)
        host.sense_put(sense, j, side)
        host.sense_show(sense, number, j, side, window[1])
        enter(s, context)
        for i, look in ipairs(list) do looks[i] = context.looks[look.order] end
        table.sort(looks, function(a, b) return a.t < b.t or (a.t == b.t and a.order < b.order) end)
        host.rough(s.scene)
        go(looks, -math.huge, window[2])
        part.reach(s, window[2])
        if #host.rough_list(s.scene) ~= pieces then return nil, "events change their order" end
        local made, reason = host.sense_variant(behind, j, side, h)
        go(looks, window[2], math.huge)
        leave(s, context)
        put_one(s, x, j)
        return made, reason
    end)
    return ok and behind, why
end

-- what each variant has seen: nothing yet
local function contexts_of(s, x)
    local contexts = {}
    each_variant(s, function(j, side)
        contexts[j] = contexts[j] or {}
        if s.timed then put_one(s, (moved(s, x, j, side)), j) end
        part.know_end(s)
        contexts[j][side] = keep_context(s, part.plan(s))
        if s.timed then put_one(s, x, j) end
        return true
    end)
    return contexts
end

-- the values of what all variants have seen; nil: an event did not happen
local function values_of(s, x, contexts)
    local out = {}
    local all = each_variant(s, function(j, side)
        enter(s, contexts[j][side])
        for _, goal in ipairs(s.goals) do
            if goal.event and not goal.got[1] then return false end
        end
        put_one(s, (moved(s, x, j, side)), j)
        out[#out + 1] = part.rows(s, { part.objective(s) })
        put_one(s, x, j)
        return true
    end)
    return all and out
end

-- the values of all variants, unknown by unknown, up and down; nil and why not
local function variants(s, x, points, rough)
    s.points = points
    local windows = windows_of(s, rough)
    if not windows then return nil, "too little of the motion is smooth" end
    s.scene:restore(s.snapshot)
    if part.put(s, x) then return nil, "it cannot be assembled" end
    local contexts = contexts_of(s, x)
    part.know_end(s)
    local looks = part.plan(s)
    local base = keep_context(s, looks)
    local sense, why = sense_at_start(s, x)
    if not sense then return nil, why end
    local from, list = s.t0
    for i = 1, #windows + 1 do
        local window = windows[i]
        local to, ok = window and window[1] or s.last
        ok, why = host.sense_begin(sense, to, 2 * s.steps_made + 100)
        if not ok then return nil, why end
        list = looks_between(looks, from, to, i == 1)
        local snapshot
        if window then
            enter(s, base)
            s.scene:advance_to(to)
            snapshot = s.scene:snapshot()
        end
        ok, why = smooth_piece(s, x, sense, contexts, list)
        if not ok then return nil, why end
        if window then
            local number, behind
            number, why = host.sense_look(sense, to)
            if not number then return nil, why end
            list = looks_between(looks, to, window[2], false)
            behind, why = rough_piece(s, x, sense, contexts, window, number, snapshot, list)
            if not behind then return nil, why end
            s.evaluations = (s.evaluations or 0) + host.sense_close(sense)
            sense, from = behind, window[2]
            s.scene:restore(snapshot)
            enter(s, base)
            s.scene:advance_to(from)
        end
    end
    s.evaluations = (s.evaluations or 0) + host.sense_close(sense)
    local out = values_of(s, x, contexts)
    enter(s, base)
    return out, "an event did not happen"
end

-- the goals at x + sign * way, by a whole motion; nil: there is none
local function real_at(s, x, way, sign)
    local at = {}
    for j = 1, #x do at[j] = x[j] + sign * way[j] end
    if part.move(s, at) then return nil end
    return part.rows(s, { part.objective(s) })
end

local function are_near(real, said)
    local most, off = 0, 0
    for i = 1, #real do
        off = math.max(off, math.abs(real[i] - said[i]))
        most = math.max(most, math.abs(real[i]), math.abs(said[i]))
    end
    return off <= 0.05 * most + 1e-9
end

-- Where a whole motion says something else, goals may only be curved, as a square of something that is 0 now. Then half the
-- difference of the motions on both sides, in which squares cancel, is what derivatives say. With an unknown at a bound
-- there is only one side, and no such judgement.
local function agrees_on_both_sides(s, x, out, way)
    local n, said = #x, {}
    for j = 1, n do
        if (s.points[2 * j - 1] - x[j]) * (s.points[2 * j] - x[j]) > 0 then return false end
    end
    local up = real_at(s, x, way, 1)
    local down = up and real_at(s, x, way, -1)
    if not down then return false end
    for i = 1, #up do
        up[i], said[i] = (up[i] - down[i]) / 2, 0
        for j = 1, n do
            said[i] = said[i] + way[j] * (out[2 * j][i] - out[2 * j - 1][i]) / (s.points[2 * j] - s.points[2 * j - 1])
        end
    end
    return are_near(up, said)
end

-- A whole motion with every unknown moved up or down at once says whether the goals go along `out`. The k-th check of a
-- search has its own signs, so that what is missing of two unknowns does not cancel every time.
local function agrees(s, x, out, k)
    local way, side, n, here, signs = {}, {}, #x, s.here, random_of(k)
    for j = 1, n do
        side[j] = 2 * j - (signs() < 0.5 and 1 or 0)
        way[j] = CHECKED * (s.points[side[j]] - x[j])
    end
    local real, said = real_at(s, x, way, 1), {}
    if not real then return false end
    for i = 1, #real do
        real[i], said[i] = real[i] - here[i], 0
        for j = 1, n do said[i] = said[i] + CHECKED * (out[side[j]][i] - here[i]) end
    end
    return are_near(real, said) or agrees_on_both_sides(s, x, out, way)
end

-- twice where a search begins, and at its 2nd, 4th, 8th ... derivatives once
local function all_agree(s, x, out)
    s.taken = s.taken + 1
    if s.asked == "sensitivities" or s.taken & (s.taken - 1) ~= 0 then return true end
    for _ = 1, s.taken == 1 and #x > 1 and 2 or 1 do
        s.checks = (s.checks or 0) + 1
        if not agrees(s, x, out, s.checks) then return false end
    end
    return true
end

-- what numeric/search differences at x, by sensitivities; nil: by whole motions
function part.slopes_function(s)
    return function(x, points)
        if s.differences then return nil end
        local same = s.moved_to ~= nil
        for i = 1, #x do same = same and s.moved_to[i] == x[i] end
        if not same then part.move(s, x) end
        s.here = part.rows(s, { part.objective(s) })
        local ran, out, why = host.check_caught(pcall(variants, s, x, points, s.rough))
        if ran and out and not all_agree(s, x, out) then
            out, why = nil, "whole motions say something else"
        end
        if ran and out then
            s.sensed = (s.sensed or 0) + 1
            return out
        end
        s.differences = ran and why or out
        return nil
    end
end
