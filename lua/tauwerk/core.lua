-- What of the module is better said in Lua: coroutines of the timeline, checks and records, models.
-- Called with the module and the functions that only the library sees (src/script/module.c).
local tw, host = ...
local methods, makers, group_methods = host.methods, host.makers, host.group_methods
local fail, kind, describe = host.fail, host.kind, host.describe

local function check_self(scene, name)
    if kind(scene) ~= "scene" then
        fail("scene:%s: call it with a colon, as in scene:%s(...); expected a scene before it, got %s",
            name, name, describe(scene))
    end
end

local function unknown(what, field, names)
    local near, known = host.nearest(field, names), {}
    if near then fail("%s: unknown field '%s'; did you mean '%s'?", what, field, near) end
    for name in pairs(names) do
        if type(name) == "string" then known[#known + 1] = name end
    end
    fail("%s: unknown field '%s'; expected %s", what, field, table.concat(known, ", "))
end

local function check_names(what, t, names)
    if type(t) ~= "table" then fail("%s: expected a table of fields, got %s", what, describe(t)) end
    for k in pairs(t) do
        if type(k) == "string" and not names[k] then
            unknown(what, k, names)
        elseif type(k) ~= "string" and not names[k] then
            fail("%s: expected named fields, got %s as a name", what, describe(k))
        end
    end
end

-- numbers are written and read in the C locale; another one would put commas into every table
local setlocale = os.setlocale
function os.setlocale(locale, category)
    if locale ~= nil and locale ~= "" and locale ~= "C" and locale ~= "POSIX" then return nil end
    return setlocale(nil, category)
end

-- ---- tw.math ------------------------------------------------------------------------------------

local function check_count(name, count, ...)
    local more = select("#", ...)
    if more == 0 then return end
    fail("tw.math.%s: expected %d argument%s, got %d", name, count, count == 1 and "" or "s", count + more)
end

function tw.math.clamp(x, low, high, ...)
    check_count("clamp", 3, ...)
    return tw.math.min(tw.math.max(x, low), high)
end

function tw.math.ceil(x, ...)
    check_count("ceil", 1, ...)
    return -tw.math.floor(-x)
end

function tw.math.lerp(a, b, u, ...)
    check_count("lerp", 3, ...)
    return a + (b - a) * u
end

function tw.math.smooth(u, ...)
    check_count("smooth", 1, ...)
    u = tw.math.clamp(u, 0, 1)
    return u * u * u * (10 - 15 * u + 6 * u * u)
end

-- ---- what a snapshot takes along of this file's own ----------------------------------------------

-- by scene: states of ramps and timelines, lists of records and of expectations at a time
local by_scene = setmetatable({}, { __mode = "k" })

local function lists_of(scene)
    local lists = by_scene[scene]
    if not lists then
        lists = { states = setmetatable({}, { __mode = "k" }), records = {}, expected = {} }
        by_scene[scene] = lists
    end
    return lists
end

local state_fields = { "cancelled", "done", "event", "limit", "runs" }

local function copy_state(from, to)
    for _, name in ipairs(state_fields) do to[name] = from[name] end
    return to
end

function methods.snapshot(scene)
    check_self(scene, "snapshot")
    local saved = {}
    for state in pairs(lists_of(scene).states) do saved[state] = copy_state(state, {}) end
    return host.snapshot(scene, saved)
end

-- a record keeps its first n samples
local function shorten(record, n)
    record.min, record.max = nil, nil
    for i = #record.t, n + 1, -1 do record.t[i], record.v[i] = nil, nil end
    for _, v in ipairs(record.v) do
        if type(v) == "number" then
            if not record.min or v < record.min then record.min = v end
            if not record.max or v > record.max then record.max = v end
        end
    end
end

function methods.restore(scene, snapshot)
    check_self(scene, "restore")
    local saved, lists = host.saved(scene, snapshot), lists_of(scene)
    for state, was in pairs(saved) do
        if state.thread and not was.done and state.runs ~= was.runs then
            fail("scene:restore: the timeline of %s:%d has run on since the snapshot, and a coroutine cannot be taken back",
                state.file, state.line)
        end
    end
    host.restore(scene, snapshot)
    for state in pairs(lists.states) do
        if saved[state] then copy_state(saved[state], state) else state.done, state.cancelled = true, true end
    end
    for i, record in ipairs(lists.records) do shorten(record, host.samples(scene, i)) end
    -- what is expected at a time stays so, also when it was said after the snapshot
    for _, e in ipairs(lists.expected) do
        if not e.told and not host.check_caught(pcall(function() return e.event.done end)) then e.event = scene:at(e.at, e.check) end
    end
end

-- ---- ramps --------------------------------------------------------------------------------------

local function transition(f, name)
    return function(scene, t)
        check_self(scene, name)
        local t0, t1 = f(scene, t)
        local object, field, state = t[1], t[2], { cancelled = false }
        local handle = {}
        lists_of(scene).states[state] = true
        function handle.cancel()
            if not state.cancelled and scene.time < t1 then object[field] = object[field] end
            state.cancelled = true
        end
        return setmetatable(handle, {
            __index = function(_, key)
                if key == "done" then return state.cancelled or scene.time >= t1 end
                if key == "time" then return scene.time < t0 and t0 or t1 end
                fail("a ramp has no field '%s'; it has cancel, done, time", tostring(key))
            end,
        })
    end
end

methods.ramp = transition(host.ramp, "ramp")
methods.keys = transition(host.keys, "keys")

-- ---- the timeline as a coroutine ----------------------------------------------------------------

local timeline = {}
-- what else a timeline may have, for the functions here
local state_of_story = { cancelled = true, done = true, event = true, limit = true }
local story = {
    __index = function(_, key)
        if timeline[key] ~= nil or state_of_story[key] then return timeline[key] end
        local near = type(key) == "string" and host.nearest(key, timeline)
        fail("tl: unknown field '%s'; %s", tostring(key), near and "did you mean '" .. near .. "'?" or
            "it has wait(seconds), wait_until(f) and wait_settled(...)")
    end,
}

-- What a coroutine waits for is yielded as a function that plans its resumption. Nothing may stand behind
-- a yield: a changed story goes on without it (src/script/lua/change_story.c).
local function resume(tl, ...)
    tl.runs = tl.runs + 1
    local ok, wait = coroutine.resume(tl.thread, ...)
    tl.runs = tl.runs + 1 -- a snapshot that it takes itself is older than what it does next
    if not ok then
        tl.done = true
        error(wait, 0)
    end
    if coroutine.status(tl.thread) == "dead" then
        tl.done = true
    else
        wait()
    end
end

local function check_running(tl, name)
    if getmetatable(tl) ~= story then
        fail("tl:%s: call it with a colon, as in tl:%s(...)", name, name)
    end
    if coroutine.running() ~= tl.thread then
        fail("tl:%s: can be called inside its timeline only", name)
    end
end

function timeline:wait(seconds)
    check_running(self, "wait")
    if type(seconds) ~= "number" or not (seconds >= 0) then
        fail("tl:wait: expected a duration of 0 or more, got %s", describe(seconds))
    end
    local scene = self.scene
    coroutine.yield(function()
        self.event = scene:at(scene.time + seconds, function() resume(self) end)
    end)
end

-- true when it happened, false when the time was over first
function timeline:wait_until(g, options)
    check_running(self, "wait_until")
    if type(g) ~= "function" then fail("tl:wait_until: expected a function, got %s", describe(g)) end
    options = options or {}
    check_names("tl:wait_until", options, { timeout = true })
    local timeout = options.timeout
    if timeout ~= nil and (type(timeout) ~= "number" or not (timeout >= 0)) then
        fail("tl:wait_until: field 'timeout': expected a duration, got %s", describe(timeout))
    end
    local scene = self.scene
    return coroutine.yield(function()
        local limit
        self.event = scene:when(g, function()
            if limit then limit:cancel() end
            resume(self, true)
        end, { times = 1 })
        local condition = self.event
        if timeout then
            limit = scene:at(scene.time + timeout, function()
                condition:cancel()
                resume(self, false)
            end)
        end
        self.limit = limit
    end)
end

function timeline:wait_settled(...)
    check_running(self, "wait_settled")
    local list = table.pack(...)
    if list.n == 0 then fail("tl:wait_settled: expected constraints or groups") end
    for i = 1, list.n do
        local k = kind(list[i])
        if k ~= "constraint" and k ~= "group" then
            fail("tl:wait_settled: expected a constraint or a group, got %s", describe(list[i]))
        end
    end
    return self:wait_until(function()
        for i = 1, list.n do
            if not list[i].settled then return false end
        end
        return true
    end)
end

function timeline:cancel()
    self.done = true
    if self.event then self.event:cancel() end
    if self.limit then self.limit:cancel() end
end

function methods.timeline(scene, f)
    check_self(scene, "timeline")
    if type(f) ~= "function" then fail("scene:timeline: expected a function, got %s", describe(f)) end
    local file, line = host.where()
    local tl = setmetatable({ scene = scene, done = false, runs = 0, file = file, line = line }, story)
    tl.thread = coroutine.create(f)
    lists_of(scene).states[tl] = true
    tl.event = scene:at(scene.time, function() resume(tl, tl) end)
    return setmetatable({ cancel = function() tl:cancel() end }, {
        __index = function(_, key)
            if key == "done" then return tl.done end
            if key == "time" then return tl.event.time end
            fail("a timeline has no field '%s'; it has cancel, done, time", tostring(key))
        end,
    })
end

-- ---- log, expect, record, test ------------------------------------------------------------------

-- what string.format says about an argument, with the conversion that it is for and what came
local function refuse_format(format, message, ...)
    local number, why = message:match("^bad argument #(%d+) to .- %((.*)%)$")
    if not number then fail("scene:log: %s", (message:gsub(" to 'format'$", ""))) end
    local k, which = 1, "?"
    for conversion in format:gsub("%%%%", ""):gmatch("%%[^%a%%]*%a") do
        k = k + 1
        if k == tonumber(number) then which = conversion end
    end
    if k - 1 > select("#", ...) and tonumber(number) > select("#", ...) + 1 then
        fail("scene:log: expected %d values for '%s', got %d", k - 1, format, select("#", ...))
    end
    local wanted = why:match("^(%a+) expected")
    local text = wanted and "expected a " .. wanted or why
    if why:find("integer representation", 1, true) then text = "expected a whole number" end
    fail("scene:log: argument %d, for '%s': %s, got %s", number, which, text, describe((select(number - 1, ...))))
end

function methods.log(scene, format, ...)
    check_self(scene, "log")
    if type(format) ~= "string" then fail("scene:log: expected a text, got %s", describe(format)) end
    local ok, text = pcall(string.format, format, ...)
    if not ok then refuse_format(format, text, ...) end
    host.print(string.format("%s %.3f s: ", scene.name, scene.time) .. text .. "\n")
end

local function show(x) -- of a value in words
    if type(x) == "number" then
        -- the fewest digits that read back as the same number
        local short = string.format("%.15g", x)
        return tonumber(short) == x and short or string.format("%.17g", x)
    end
    if type(x) == "table" then -- a list of numbers, as the vector that it stands for
        local list = {}
        for i, v in ipairs(x) do list[i] = show(v) end
        return "(" .. table.concat(list, ", ") .. ")"
    end
    return tostring(x)
end

-- how far two values are apart; nil: not comparable
local function distance(a, b)
    if type(a) == "number" and type(b) == "number" then return a == b and 0 or math.abs(a - b) end
    if type(b) == "table" and kind(a) == "vec3" then b = tw.vec3(b) end
    if kind(a) == "vec3" and kind(b) == "vec3" then return (a - b):length() end
    return nil
end

local function judge(got, t)
    if t.equals == nil then
        return got and true or false, string.format("expected it to hold, got %s", show(got))
    end
    local apart = distance(got, t.equals)
    local within = t.within or 0
    if apart then
        return apart <= within,
            string.format("expected %s within %s, got %s", show(t.equals), show(within), show(got))
    end
    return got == t.equals, string.format("expected %s, got %s", show(t.equals), show(got))
end

function methods.expect(scene, t)
    check_self(scene, "expect")
    check_names("scene:expect", t, { [1] = true, value = true, equals = true, within = true, at = true })
    local label = t[1]
    if type(label) ~= "string" then fail("scene:expect: expected a label first, got %s", describe(label)) end
    if t.value == nil then fail("scene:expect: field 'value' is missing: expected a value or a function") end
    if t.within ~= nil and (type(t.within) ~= "number" or not (t.within >= 0)) then
        fail("scene:expect: field 'within': expected a number of 0 or more, got %s", describe(t.within))
    end
    local at = t.at
    if at ~= nil and at ~= "end" and type(at) ~= "number" then
        fail("scene:expect: field 'at': expected a time or \"end\", got %s", describe(at))
    end
    if at == nil and type(t.value) == "function" then at = "end" end
    local file, line = host.where()
    local e = { at = at, told = false }
    local function check()
        e.told = true
        local got = t.value
        if type(got) == "function" then got = got(scene, scene.time) end
        local passed, text = judge(got, t)
        host.check(scene, label, file, line, passed, text)
    end
    if at == nil then
        check()
    elseif at == "end" then
        host.at_end(scene, check)
    else
        e.check, e.event = check, scene:at(at, check)
        local expected = lists_of(scene).expected
        expected[#expected + 1] = e
        host.at_end(scene, function()
            if not e.told then
                host.check(scene, label, file, line, false,
                    string.format("t = %.9g s was not reached (the scene ends at %.9g s)", at, scene.time))
            end
        end)
    end
end

function methods.record(scene, t)
    check_self(scene, "record")
    check_names("scene:record", t, { [1] = true, value = true, every = true })
    local name, value, every = t[1], t.value, t.every
    if type(name) ~= "string" then fail("scene:record: expected a name first, got %s", describe(name)) end
    if type(value) ~= "function" then
        fail("scene:record: field 'value': expected a function, got %s", describe(value))
    end
    if every == nil then every = 1 / scene.fps end
    if type(every) ~= "number" or not (every > 0) then
        fail("scene:record: field 'every': expected a positive number, got %s", describe(every))
    end
    local file, line = host.where()
    local record = { name = name, t = {}, v = {} }
    local records = lists_of(scene).records
    records[#records + 1] = record
    host.record(scene, name, function(time)
        local v = value(scene, time)
        if type(v) ~= "number" and kind(v) ~= "vec3" then
            error(string.format("%s:%d: scene:record: '%s': expected a function that gives a number or a vector, got %s",
                file, line, name, describe(v)), 0)
        end
        record.t[#record.t + 1], record.v[#record.v + 1] = time, v
        if type(v) == "number" then
            if not record.min or v < record.min then record.min = v end
            if not record.max or v > record.max then record.max = v end
        end
        return v
    end, every)
    return record
end

function tw.test(name, f)
    if type(name) ~= "string" then fail("tw.test: expected a name, got %s", describe(name)) end
    if type(f) ~= "function" then fail("tw.test: expected a function, got %s", describe(f)) end
    local file, line = host.where()
    local ok, message = pcall(f)
    host.check(nil, name, file, line, ok, ok and "passed" or tostring(message))
    return ok
end

tw.models = {}

-- an error at the line of the script that uses a library written in Lua
tw.fail = host.fail
host.check_names = check_names

-- ---- models -------------------------------------------------------------------------------------

local common = { name = true, position = true, orientation = true, user = true }
local group_fields = {
    density = true, mass = true, fixed = true, collide = true, friction = true, restitution = true,
    rolling_friction = true, spinning_friction = true,
    material = true, color = true, visible = true, opacity = true, tau = true, k = true, d = true,
    weight = true, tolerance = true, enabled = true,
}

local function check_field(what, name, value, row)
    if type(row) ~= "table" then row = { default = row } end
    local expected = row.type or (row.default ~= nil and type(row.default))
    if value == nil then
        if row.required then fail("%s: field '%s' is missing", what, name) end
        return row.default
    end
    if expected and expected ~= "any" and type(value) ~= expected and not (expected == "table" and kind(value)) then
        fail("%s: field '%s': expected a %s, got %s", what, name, expected, describe(value))
    end
    if type(value) == "number" and not (value - value == 0) then
        fail("%s: field '%s': expected a finite number, got %s", what, name, describe(value))
    end
    if row.positive and not (value > 0) then
        fail("%s: field '%s': expected a positive number, got %s", what, name, describe(value))
    end
    if row.min and value < row.min then
        fail("%s: field '%s': expected %s or more, got %s", what, name, row.min, describe(value))
    end
    if row.max and value > row.max then
        fail("%s: field '%s': expected %s or less, got %s", what, name, row.max, describe(value))
    end
    return value
end

-- tw.check_fields(what, t, fields): t with the defaults filled in; an error, which begins with `what`,
-- if t is no table of such fields. As for a model; a field with positive = true is a number above 0
function tw.check_fields(what, t, fields)
    check_names(what, t, fields)
    local checked = {}
    for key, row in pairs(fields) do checked[key] = check_field(what, key, t[key], row) end
    return checked
end

-- tw.model(name, fields, f): fields are {name = default} or {name = {default =, min =, max =, type =,
-- positive =, required =, doc =}}; f(g, t, what, scene) fills the group g, what it returns besides nil
-- replaces g; what = "scene:NAME" begins its errors
function tw.model(name, fields, f)
    if type(name) ~= "string" then fail("tw.model: expected a name, got %s", describe(name)) end
    if type(fields) ~= "table" then fail("tw.model: expected a table of fields, got %s", describe(fields)) end
    if type(f) ~= "function" then fail("tw.model: expected a function, got %s", describe(f)) end
    if methods[name] or (makers[name] and not tw.models[name]) then
        fail("tw.model: scene:%s exists already", name)
    end
    tw.models[name] = fields
    makers[name] = function(self, given)
        local self_kind = kind(self)
        if self_kind ~= "scene" and self_kind ~= "group" then
            fail("scene:%s: call it with a colon, as in scene:%s{...}; expected a scene or group before it, got %s",
                name, name, describe(self))
        end
        local what = self_kind .. ":" .. name
        given = given or {}
        if type(given) ~= "table" then fail("%s: expected a table of fields, got %s", what, describe(given)) end
        local options, t = {}, {}
        for key, value in pairs(given) do
            if fields[key] == nil then
                if common[key] or group_fields[key] then
                    options[key] = value
                else
                    unknown(what, tostring(key), fields)
                end
            end
        end
        for key, row in pairs(fields) do t[key] = check_field(what, key, given[key], row) end
        if options.name == nil then
            local prefix = self_kind == "group" and self.name .. "/" or ""
            local n = host.number(host.scene(self), prefix .. name)
            while host.scene(self):find(prefix .. name .. n) do n = n + 1 end
            options.name = name .. n
        end
        local g = self:group(options)
        local result = f(g, t, what, host.scene(self))
        if result ~= nil then return result end
        return g
    end
end
