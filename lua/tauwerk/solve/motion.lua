-- One motion of scene:solve: from the state in which the search began, with the unknowns that it asks for, looked at when the
-- goals and the objective want it.
local tw, host = ...
local fail = host.fail
local part = host.solve
local check_number, numbers_of, times_of = part.check_number, part.numbers_of, part.times_of

local function know_end(s)
    s.t1 = s.t0 + (type(s.duration) == "function" and check_number("scene:solve: field 'duration'", s.duration(), 0)
        or s.duration)
    s.last = math.max(s.t1, s.until_at or s.t1) -- the motion runs on to there, so that all goals have values
end

-- the scene, as it was when the search began, gets the unknowns x; why it cannot be assembled, or nil
local function put(s, x)
    local k = 0
    for _, unknown in ipairs(s.unknowns) do
        local well, why = pcall(unknown.put, x, k)
        -- a value that the field refuses, such as a negative mass, is a step too far, but where the search begins
        if not well and s.begun and type(why) == "string" and why:find("field '[%w_]+': expected") then return why end
        if not well then error(why, 0) end
        k = k + unknown.count
    end
    s.begun = true
    know_end(s)
    if not s.assemble then return nil end
    local report = s.scene:assemble()
    return not report.assembled and "the scene cannot be assembled: " .. report.message or nil
end

-- goals of an event get their values when it happens first, before its own function runs
local function watch_events(s)
    s.events = {}
    for _, goal in ipairs(s.goals) do
        local event = goal.event
        if event then
            s.events[event] = s.events[event] or {}
            table.insert(s.events[event], goal)
        end
    end
    for event, goals in pairs(s.events) do
        local well = host.witness(event, function(...)
            s.happened[#s.happened + 1] = s.scene.time
            for _, goal in ipairs(goals) do goal.got[1] = goal.got[1] or numbers_of(goal, goal.value(...)) end
        end)
        if not well then
            fail("%s: field 'at': expected an event that is still to come, got one that is over", goals[1].what)
        end
    end
end

-- what is to be looked at, in the order of time
local function plan(s)
    local looks = {}
    local function look(t, f)
        if t < s.t0 then
            fail("scene:solve: expected times of goals from %g s on, where the search begins, got %g s", s.t0, t)
        end
        looks[#looks + 1] = { t = t, order = #looks, f = f }
    end
    local late -- a goal whose own function asks for a time after the motion
    for _, goal in ipairs(s.goals) do
        goal.got = {}
        if not goal.event then
            for i, t in ipairs(times_of(goal, s)) do
                if s.until_at and type(goal.at) ~= "function" then
                    t = math.min(t, s.last)
                elseif t > s.t1 + 1e-9 * (s.t1 - s.t0) then
                    late = { goal = goal, t = t }
                else
                    t = math.min(t, s.t1) -- what is late by rounding is the end
                end
                look(t, function(time) goal.got[i] = numbers_of(goal, goal.value(s.scene, time)) end)
            end
        end
    end
    if s.minimise and s.over == "time" then
        s.samples = {}
        s.pieces = s.pieces or 2 * math.max(1, math.ceil((s.t1 - s.t0) / s.every / 2 - 1e-9))
        for i = 0, s.pieces do
            look(s.t0 + (s.t1 - s.t0) * i / s.pieces, function(time)
                s.samples[i + 1] = check_number("scene:solve: field 'minimise'", s.minimise(s.scene, time))
            end)
        end
    elseif s.minimise then
        look(s.t1, function(time)
            s.samples = { check_number("scene:solve: field 'minimise'", s.minimise(s.scene, time)) }
        end)
    end
    for k = 0, s.ghosts and s.film_frames or -1 do
        look(s.t0 + (s.t1 - s.t0) * k / s.film_frames, function()
            for _, ghost in ipairs(s.ghosts) do ghost.path[k + 1] = ghost.body.position end
        end)
    end
    table.sort(looks, function(a, b) return a.t < b.t or (a.t == b.t and a.order < b.order) end)
    local why = late and string.format("%s: expected a time until %.9g s, the end of the motion, got %.9g s", late.goal.what,
        s.t1, late.t)
    if late and not s.timed then fail("%s; 'duration' makes it longer", why) end
    return looks, why
end

local function waits(s)
    for _, goal in ipairs(s.goals) do
        if goal.event and not goal.got[1] then return goal end
    end
    return nil
end

-- to t, unless the scene is there already: times that differ by rounding are the same to it
local function reach(s, t)
    if t > s.scene.time then s.scene:advance_to(t) end
end

-- the motion of x: every goal has its values in `got`; nil, or why there is none
local function move(s, x)
    s.scene:restore(s.snapshot)
    s.happened, s.moved_to, s.rough = {}, nil, nil
    local why = put(s, x)
    if why then return why end
    host.rough(s.scene)
    local steps = s.scene:stats().steps
    local looks, late = plan(s)
    if late then return late end
    for _, look in ipairs(looks) do
        reach(s, look.t)
        look.f(look.t)
    end
    -- events that have not happened yet
    local goal = waits(s)
    while goal and s.scene.time < s.t1 do
        s.scene:advance_to(math.min(s.t1, s.scene.time + s.every))
        goal = waits(s)
    end
    if goal then return string.format("the event of goal '%s' did not happen until %.6g s", goal.label, s.t1) end
    s.steps_made = s.scene:stats().steps - steps
    s.moved_to, s.rough = x, part.rough_times(host.rough_list(s.scene), s.happened)
    return nil
end

-- integral by Simpson's rule, or the value itself
local function objective(s)
    if not s.minimise then return 0 end
    local v, n = s.samples, s.pieces
    if s.over ~= "time" then return v[1] end
    local sum = v[1] + v[n + 1]
    for i = 2, n do sum = sum + v[i] * (i % 2 == 0 and 4 or 2) end
    return sum * (s.t1 - s.t0) / n / 3
end

part.put, part.watch_events, part.move, part.objective, part.plan, part.know_end, part.reach =
    put, watch_events, move, objective, plan, know_end, reach
