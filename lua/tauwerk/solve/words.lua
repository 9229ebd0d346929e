-- What scene:solve says: the best so far, and why a search has ended.
local _, host = ...
local part = host.solve
local left_of = part.left_of

local function unknowns_in_words(s, x)
    local words = {}
    for i, slot in ipairs(s.slots) do
        words[i] = string.format("%s = %.9g", slot.name, x[i])
        if i == 12 and #s.slots > 12 then
            words[13] = string.format("and %d more", #s.slots - 12)
            break
        end
    end
    return table.concat(words, ", ")
end

local function worst_in_words(s, c)
    local worst, most
    for _, goal in ipairs(s.counted) do
        local over = left_of(s, goal, c) / goal.within
        if not most or over > most then worst, most = goal, over end
    end
    if not worst then return "" end
    return string.format("'%s' lacks %.3g", worst.label, left_of(s, worst, c))
end

-- goals that pull where nothing gives: each would change an unknown, and lacks something or is hard
local function fighting(s, r)
    local pulls, most, n = {}, 0, #s.slots
    for _, goal in ipairs(s.counted) do
        local sum = {}
        for row = goal.first, goal.last do
            for j = 1, n do sum[j] = (sum[j] or 0) + r.pull[(row - 1) * n + j] end
        end
        local size = 0
        for j = 1, n do size = math.max(size, math.abs(sum[j] or 0)) end
        pulls[#pulls + 1] = { goal = goal, size = size, sum = sum }
        most = math.max(most, size)
    end
    local names = {}
    for _, p in ipairs(pulls) do
        local left = left_of(s, p.goal, r.c)
        local lacks = left > p.goal.within
        if (lacks or p.goal.firm) and p.size > 1e-3 * most then
            local notes = {}
            if lacks then notes[1] = string.format("lacks %.6g", left) end
            notes[#notes + 1] = p.goal.line
            names[#names + 1] = string.format(#notes > 0 and "'%s' (%s)" or "'%s'", p.goal.label, table.concat(notes, ", "))
        end
    end
    for j, slot in ipairs(s.slots) do
        local pull, margin = 0, 1e-7 * slot.scale
        for _, p in ipairs(pulls) do pull = pull + p.sum[j] end
        local low, high = r.x[j] - slot.low < margin and pull < 0, slot.high - r.x[j] < margin and pull > 0
        if (low or high) and math.abs(pull) > 1e-3 * most then
            names[#names + 1] = string.format("the bound %.6g of %s", low and slot.low or slot.high, slot.name)
        end
    end
    return names, most
end

local function why(s, r)
    if r.ending == "found" then
        return s.answered and "found before" or string.format("found in %d steps", r.steps)
    end
    if r.ending == "no value" then return "no motion to begin with: " .. r.reason end -- so has no try one
    if r.ending == "no slope" then return "no motion near the best one to tell a direction from: " .. r.reason end
    if r.ending == "misses" then
        local goal = r.missed
        return string.format("all else is met, but '%s' does not hold%s%s", goal.label,
            goal.line and " (" .. goal.line .. ")" or "", goal.equals ~= nil and string.format(": expected %s, got %s",
            host.describe(goal.equals), host.describe(goal.saw and goal.saw[1])) or "")
    end
    local left = worst_in_words(s, r.c)
    if r.ending == "steps" and r.lacks <= 1 then
        return string.format("all goals are met after %d steps, but the value %.9g may become less", r.steps, r.f)
    end
    if r.ending == "steps" then return string.format("not found in %d steps; %s", r.steps, left) end
    local names, most = fighting(s, r)
    if r.ending == "against" and #names > 1 then
        return "these stand against each other: " .. table.concat(names, ", ")
    end
    if r.ending == "against" and (#names == 0 or most == 0) then
        return string.format("no unknown changes what is left; %s", left)
    end
    if r.ending == "against" then return string.format("nothing near is better; %s", left) end
    local met = r.lacks and r.lacks <= 1
    return string.format("the search stalled: steps became too short to tell better from worse; %s",
        met and string.format("all goals are met, but the value %.9g should become less", r.f) or left)
end

part.unknowns_in_words, part.worst_in_words, part.why = unknowns_in_words, worst_in_words, why
