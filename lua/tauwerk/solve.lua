-- scene:solve: numbers before a motion so that the motion does what is asked. Here stand the call, its starts, the file of
-- --solved; unknowns, goals, motion and words have files of their own (solve/), and share host.solve. The search itself is
-- src/numeric/search. Called with the module and the functions that only the library sees (src/script/scene/solve.c).
local _, host = ...
local fail, kind, describe, check_names = host.fail, host.kind, host.describe, host.check_names
local part = host.solve
local check_number, check_function = part.check_number, part.check_function
local put, move, left_of, lay_out = part.put, part.move, part.left_of, part.lay_out

-- the value that the search sees: {f, rows}
local function values(s) return part.rows(s, { part.objective(s) }) end

-- ---- the file that keeps answers -----------------------------------------------------------------

-- its lines: "tauwerk solved 1 DIGEST", then for each search "solve NUMBER STATE", "x NUMBER" and so on
local function read_kept(s)
    local text = host.kept()
    if not text or text == "" then return nil end
    local digest = text:match("^tauwerk solved 1 (%x+)\n")
    if not digest then fail("--solved: the file exists and has no answers in it; it would be lost, so name another one") end
    if digest ~= host.digest() then return nil end
    local state, body = text:match("\nsolve " .. s.number .. " (%a+)\n([^s]*)")
    if not state then return nil end
    local x = {}
    for number in body:gmatch("x (%S+)\n") do x[#x + 1] = tonumber(number) end
    if #x ~= #s.slots then return nil end
    return x, state == "found"
end

local kept_here = {} -- by number: the lines of the searches of this run

local function keep(s, x, state)
    if not host.kept() then return end
    local lines = { string.format("solve %d %s\n", s.number, state) }
    for i = 1, #x do lines[#lines + 1] = string.format("x %.17g\n", x[i]) end
    kept_here[s.number] = table.concat(lines)
    local all = { string.format("tauwerk solved 1 %s\n", host.digest()) }
    for i = 1, s.number do all[#all + 1] = kept_here[i] end
    host.kept(table.concat(all))
end

-- ---- the search ----------------------------------------------------------------------------------

local function random_start(s)
    local x = {}
    for i, slot in ipairs(s.slots) do
        local u = s.random()
        local low = slot.low > -math.huge and slot.low or math.min(slot.start, slot.high) - 3 * slot.scale
        local high = slot.high < math.huge and slot.high or math.max(slot.start, low) + 3 * slot.scale
        x[i] = low + (high - low) * u
    end
    return x
end

local function column(s, name)
    local list = {}
    for i, slot in ipairs(s.slots) do list[i] = slot[name] end
    return list
end

local function note(s, try, step, x, f, c)
    local ghosts = {}
    for i, ghost in ipairs(s.ghosts or {}) do ghosts[i], ghost.path = ghost.path, {} end
    s.history[#s.history + 1] = { try = try, step = step, x = x, value = s.minimise and f or nil, ghosts = ghosts }
    local state = part.worst_in_words(s, c)
    if s.minimise then state = string.format("value %.6g%s%s", f, state ~= "" and ", " or "", state) end
    -- at steps 0, 1, 2, 4, 8 ...
    if step & (step - 1) == 0 then
        host.progress(string.format("%s: solving, try %d of %d, step %d: %s", s.scene.name, try, s.tries, step, state))
    end
    local best = true
    if s.best then best = s.best.ending ~= "found" end
    if best then keep(s, x, "sought") end
    return part.unknowns_in_words(s, x) .. (state ~= "" and "; " .. state or "")
end

local function value_function(s)
    return function(x)
        local reason = move(s, x)
        if reason then return nil, reason end
        return values(s), nil
    end
end

local function better(a, b)
    if not b then return true end
    if (a.ending == "found") ~= (b.ending == "found") then return a.ending == "found" end
    if (a.ending == "no value") ~= (b.ending == "no value") then return b.ending == "no value" end
    if a.ending == "found" and a.f ~= b.f then return a.f < b.f end
    local la, lb = a.lacks or math.huge, b.lacks or math.huge
    return (la == la and la or math.huge) < (lb == lb and lb or math.huge)
end

local function search_from(s, try, x, differences)
    s.differences, s.taken = s.asked == "differences" and "asked for" or differences, 0
    if not s.row then
        local ok, reason = host.compute { x = x, value = function(at)
            local none = move(s, at)
            if none then return nil, none end
            for _, unknown in ipairs(s.unknowns) do
                if unknown.check then unknown.check() end
            end
            lay_out(s)
            return true, nil
        end }
        if not ok then return { ending = "no value", reason = reason, x = x, steps = 0, values = 1, slopes = 0 } end
    end
    return host.search {
        n = #s.slots, m = #s.row, x = x, low = column(s, "low"), high = column(s, "high"), scale = column(s, "scale"),
        step = column(s, "step"), row = s.row, within = s.within, minimise = s.minimise ~= nil,
        generations = s.method == "evolution" and not differences and s.steps or 0, seed = s.seed + try,
        tolerance = s.tolerance, most = s.steps, threads = s.threads, value = value_function(s),
        slopes = part.slopes_function(s),
        accept = function(step, at, f, c) return note(s, try, step, at, f, c) end,
    }
end

-- goals that only hold or not, where the search has ended
local function check_held(s, r)
    if #s.counted == #s.goals then return end
    for _, goal in ipairs(s.goals) do goal.saw = nil end
    host.compute { x = r.x, value = function(at) return move(s, at) == nil, nil end }
    r.missed = part.missed(s)
    if r.missed then r.ending = "misses" end
end

-- the answer of the file: one motion tells what is left
local function answer_kept(s)
    local x = s.kept
    local v, reason = host.compute { x = x, value = function(at)
        local none = move(s, at)
        if none then return nil, none end
        lay_out(s)
        return values(s), nil
    end }
    if not v then return { ending = "no value", reason = reason, x = x, try = 1, steps = 0 } end
    s.motions = 1
    return { ending = "found", x = x, f = v[1], c = table.move(v, 2, #v, 1, {}), try = 1, steps = 0 }
end

-- the same, and how many motions it took; `differences`: why derivatives are differences of whole motions
local function counted(s, try, x, differences)
    local sensed = s.sensed or 0
    local r = search_from(s, try, x, differences)
    sensed = (s.sensed or 0) - sensed -- derivatives that took no motions of their own
    s.motions = s.motions + (r.values or 0) + 2 * #s.slots * ((r.slopes or 0) - sensed)
    return r
end

local function search(s)
    if s.answered then return answer_kept(s) end
    for try = 1, s.tries do
        local x = try == 1 and (s.kept or column(s, "start")) or random_start(s)
        local r = counted(s, try, x)
        if r.ending == "stalled" and not s.differences and s.asked ~= "sensitivities" then
            -- derivatives along the motion may be to blame: it goes on with whole motions
            local before = r
            r = counted(s, try, r.x, "steps were too short to tell better from worse")
            r.steps = r.steps + before.steps
        end
        r.try, r.differences = try, s.differences
        if r.ending == "found" then check_held(s, r) end
        if better(r, s.best) then s.best = r end
        if r.ending == "found" then break end
    end
    return s.best
end

-- ---- the call ------------------------------------------------------------------------------------

local names = { vary = true, so_that = true, minimise = true, over = true, tolerance = true, tries = true, seed = true,
    threads = true, steps = true, duration = true, every = true, assemble = true, film = true, ghosts = true,
    derivatives = true, method = true }

local function read_numbers(s, t)
    local function whole(name, preset, low)
        local x = t[name]
        if x == nil then return preset end
        if math.type(x) ~= "integer" or x < low then
            fail("scene:solve: field '%s': expected a whole number of %d or more, got %s", name, low, describe(x))
        end
        return x
    end
    s.tries, s.seed, s.threads, s.steps = whole("tries", 8, 1), whole("seed", 1, 0), whole("threads", 0, 1), whole("steps", 100, 0)
    s.tolerance = check_number("scene:solve: field 'tolerance'", t.tolerance or 1e-6, 1e-300)
    s.every = check_number("scene:solve: field 'every'", t.every or 1 / s.scene.fps, 1e-300)
    s.duration = t.duration or s.scene.duration
    if type(s.duration) ~= "function" then check_number("scene:solve: field 'duration'", s.duration, 0) end
end

local function read_ghosts(s, t)
    if t.film == nil and t.ghosts == nil then return end
    if t.film ~= "search" then fail("scene:solve: field 'film': expected \"search\", got %s", describe(t.film)) end
    local list, bodies = t.ghosts, {}
    if kind(list) == "body" then list = { list } end
    if list == nil then
        list = {}
        for _, entry in ipairs(t.vary) do
            if kind(entry[1]) == "body" and not bodies[entry[1]] then
                bodies[entry[1]] = true
                list[#list + 1] = entry[1]
            end
        end
    end
    if type(list) ~= "table" or #list == 0 then
        fail("scene:solve: field 'ghosts': expected the bodies whose ways are shown, got %s", describe(t.ghosts))
    end
    s.ghosts = {}
    for i, body in ipairs(list) do
        if kind(body) ~= "body" or host.scene(body) ~= s.scene then
            fail("scene:solve: field 'ghosts': expected bodies of the scene, got %s", describe(body))
        end
        s.ghosts[i] = { body = body, path = {} }
    end
    s.film_frames = 60
end

-- the way of each accepted motion as a line, the later the more solid
local function add_ghosts(s)
    for i, entry in ipairs(s.history) do
        for _, path in ipairs(entry.ghosts) do
            if #path > 1 then
                s.scene:line { from = path, radius = s.ghost_radius, opacity = 0.1 + 0.5 * i / #s.history }
            end
        end
    end
end

-- derivatives at the answer: of the value, and of each goal's numbers, one list for each
local function slopes_of(s, r, found)
    if not r.J then return end
    local n = #s.slots
    if s.minimise then
        found.slope = {}
        for j = 1, n do found.slope[j] = r.g[j] / s.slots[j].scale end
    end
    found.slopes = {}
    for _, goal in ipairs(r.c and s.counted or {}) do
        local list = {}
        for row = goal.first, goal.last do
            local one = {}
            for j = 1, n do one[j] = r.J[(row - 1) * n + j] / goal.factor / s.slots[j].scale end
            list[#list + 1] = one
        end
        found.slopes[goal.label] = list
    end
end

local function report(s, r)
    local found = { ok = r.ending == "found", why = part.why(s, r), left = {}, unknowns = {}, x = r.x, history = s.history,
        steps = r.steps, motions = s.motions, tries = r.try, derivatives = r.differences and "differences" or "sensitivities",
        differences = r.differences, evaluations = s.evaluations }
    if s.minimise and r.f and r.f == r.f then found.value = r.f end
    for _, goal in ipairs(s.goals) do
        if not goal.holds then
            found.left[goal.label] = r.c and r.ending ~= "no value" and goal.first and left_of(s, goal, r.c) or nil
        end
    end
    slopes_of(s, r, found)
    for i, slot in ipairs(s.slots) do found.unknowns[i] = { name = slot.name, value = r.x[i] } end
    function found.apply()
        if s.scene.time ~= s.t0 then
            fail("found.apply: expected the scene at %.9g s, where the search began, got %.9g s", s.t0, s.scene.time)
        end
        local none = put(s, r.x)
        if none then fail("found.apply: %s", none) end
        if s.ghosts then add_ghosts(s) end
    end
    return found
end

local searches = 0

local function solve(scene, t)
    if kind(scene) ~= "scene" then
        fail("scene:solve: call it with a colon, as in scene:solve{...}; expected a scene before it, got %s", describe(scene))
    end
    check_names("scene:solve", t, names)
    searches = searches + 1
    local s = { scene = scene, t0 = scene.time, history = {}, motions = 0, number = searches, over = t.over or "end",
        minimise = t.minimise, assemble = t.assemble, ghost_radius = 0.006 }
    if s.minimise ~= nil then check_function("scene:solve: field 'minimise'", s.minimise) end
    if s.over ~= "end" and s.over ~= "time" then
        fail("scene:solve: field 'over': expected \"time\" or \"end\", got %s", describe(s.over))
    end
    read_numbers(s, t)
    s.asked = t.derivatives
    if s.asked ~= nil and s.asked ~= "differences" and s.asked ~= "sensitivities" then
        fail("scene:solve: field 'derivatives': expected \"sensitivities\" or \"differences\", got %s", describe(s.asked))
    end
    s.method = t.method
    if s.method ~= nil and s.method ~= "descent" and s.method ~= "evolution" then
        fail("scene:solve: field 'method': expected \"descent\" or \"evolution\", got %s", describe(s.method))
    end
    s.slots, s.unknowns = part.read_unknowns(s.scene, t, s.t0, function()
        part.know_end(s)
        return s.t1
    end)
    s.goals = part.read_goals(scene, t)
    part.add_end(s)
    s.counted = {} -- goals that the search follows
    for _, goal in ipairs(s.goals) do
        if not goal.holds then s.counted[#s.counted + 1] = goal end
    end
    if #s.counted == 0 and not s.minimise then
        fail("scene:solve: expected a goal that is a number or a vector, or something to 'minimise'")
    end
    s.timed = type(s.duration) == "function"
    for _, goal in ipairs(s.goals) do s.timed = s.timed or type(goal.at) == "function" end
    read_ghosts(s, t)
    s.random = part.random_of(s.seed)
    s.snapshot = scene:snapshot()
    part.watch_events(s)
    s.kept, s.answered = read_kept(s)
    host.silence(scene, true)
    local ran, r = pcall(search, s)
    host.silence(scene, false)
    scene:restore(s.snapshot)
    for _, unknown in ipairs(s.unknowns) do
        if unknown.undo then unknown.undo() end
    end
    for event in pairs(s.events) do host.witness(event) end
    host.rough_end(scene)
    if not ran then error(r, 0) end
    keep(s, r.x, r.ending == "found" and "found" or "sought")
    local found = report(s, r)
    host.progress(string.format("%s: solving: %s (motions: %d)", scene.name, found.why, found.motions))
    return found
end

return { solve = solve }
