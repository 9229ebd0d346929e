-- Graphs in the picture: scene:graph{...}. Called as core.lua is, after it.
local tw, host = ...
local makers, check_names = host.makers, host.check_names
local fail, kind, describe = host.fail, host.kind, host.describe

local corners = host.corners

local options = { "of", "at", "size", "title", "closed_form", "phase", "names", "color", "x", "y", "x_label",
                  "y_label", "every", "opacity", "visible" }
local known = {}
for _, name in ipairs(options) do known[name] = true end

local most_curves, most_places, law_places = 8, 400, 200

local function finite(x) return type(x) == "number" and x - x == 0 end

local function wrong(name, expected, value)
    fail("scene:graph: field '%s': expected %s, got %s", name, expected, describe(value))
end

local function pair(name, value, expected)
    if type(value) ~= "table" or #value ~= 2 or not finite(value[1]) or not finite(value[2]) then
        wrong(name, expected, value)
    end
    return value
end

-- one function or a list of them, as a list
local function functions(name, value)
    local list = type(value) == "table" and not kind(value) and value or { value }
    if #list == 0 or #list > most_curves then
        fail("scene:graph: field '%s': expected a function of t, or a list of 1 to %d of them, got a list of %d", name,
            most_curves, #list)
    end
    for i, f in ipairs(list) do
        if type(f) ~= "function" and kind(f) ~= "spline" then
            wrong(#list > 1 and ("%s[%d]"):format(name, i) or name, "a function of t", f)
        end
    end
    return list
end

local function texts(name, value, most)
    if value == nil then return {} end
    local list = type(value) == "table" and value or { value }
    for i, text in ipairs(list) do
        if type(text) ~= "string" then wrong(("%s[%d]"):format(name, i), "a text", text) end
    end
    if #list > most then
        fail("scene:graph: field '%s': expected at most %d texts, one for each curve, got %d", name, most, #list)
    end
    return list
end

local function range(name, value)
    if value == nil then return {} end
    pair(name, value, "{from, to}")
    if not (value[1] < value[2]) then
        fail("scene:graph: field '%s': expected {from, to} with from below to, got {%g, %g}", name, value[1], value[2])
    end
    local wide, most = value[2] - value[1], math.max(math.abs(value[1]), math.abs(value[2]))
    if not (wide < math.huge and wide > 1e-9 * most) then
        fail("scene:graph: field '%s': expected a range that numbers can be put along, got {%g, %g}", name, value[1], value[2])
    end
    return value
end

-- a colour for all curves, or a list of them
local function colors(value, curves)
    local list = {}
    if value == nil then return list end
    local one = host.color(value)
    if one then
        for i = 1, curves do list[i] = one end
        return list
    end
    if type(value) ~= "table" then wrong("color", "a colour, or a list of one for each curve", value) end
    for i, c in ipairs(value) do
        local color, why = host.color(c)
        if not color then fail("scene:graph: field 'color[%d]': %s", i, why) end
        list[i] = color
    end
    return list
end

-- number of a function's answer: a vector counts by its length, nothing is a gap
local function number(graph, name, i, f, t)
    local v = f(t)
    if v == nil then return 0 / 0 end
    if kind(v) == "vec3" then v = v:length() end
    if type(v) ~= "number" then
        error(("%s:%d: scene:graph: field '%s': expected a function that gives a number or a vector, got %s"):format(
            graph.file, graph.line, #graph[name] > 1 and ("%s[%d]"):format(name, i) or name, describe(v)), 0)
    end
    return v
end

local function reach(graph, axis, v)
    if finite(v) then
        graph.low[axis] = math.min(graph.low[axis], v)
        graph.high[axis] = math.max(graph.high[axis], v)
    end
end

local function put(graph, curve, x, y)
    curve.n = curve.n + 1
    curve.x[curve.n], curve.y[curve.n] = x, y
    -- values outside the other axis do not count
    local gx, gy = graph.x, graph.y
    if not gy[1] or y >= gy[1] and y <= gy[2] then reach(graph, 1, x) end
    if not gx[1] or x >= gx[1] and x <= gx[2] then reach(graph, 2, y) end
end

-- drops what is later than t: the scene went back in time
local function back_to(graph, t)
    while #graph.t > 0 and graph.t[#graph.t] >= t do
        graph.t[#graph.t] = nil
        for _, c in ipairs(graph.curves) do c.n = c.n - 1 end
    end
end

local function sample(graph, t)
    back_to(graph, t)
    graph.t[#graph.t + 1] = t
    local v = {}
    for i, f in ipairs(graph.of) do v[i] = number(graph, "of", i, f, t) end
    for i, c in ipairs(graph.curves) do
        if graph.phase then
            put(graph, c, v[2 * i - 1], v[2 * i])
        else
            put(graph, c, t, v[i])
        end
    end
end

-- the closed forms, all of them at once; t: when the film begins
local function add_laws(graph, scene, t)
    graph.laws = {}
    local from, to = t, t + scene.duration
    if not graph.phase then from, to = graph.x[1], graph.x[2] end
    local step = graph.phase and 2 or 1
    for i = 1, #graph.closed_form, step do
        local c = { x = {}, y = {}, n = 0, thin = true }
        for k = 0, law_places do
            local u = from + (to - from) * k / law_places
            local a = number(graph, "closed_form", i, graph.closed_form[i], u)
            if graph.phase then
                put(graph, c, a, number(graph, "closed_form", i + 1, graph.closed_form[i + 1], u))
            else
                put(graph, c, u, a)
            end
        end
        graph.laws[#graph.laws + 1] = c
    end
end

-- of very many places every second, fourth, ... one, counted from the beginning, and the last
local function thinned(c)
    local step = 1
    while c.n > most_places * step do step = 2 * step end
    if step == 1 then return c end
    local few = { x = {}, y = {}, n = 0, thin = c.thin }
    for k = 1, c.n do
        if (k - 1) % step == 0 or k == c.n then
            few.n = few.n + 1
            few.x[few.n], few.y[few.n] = c.x[k], c.y[k]
        end
    end
    return few
end

-- what a picture shows at time t; nil: nothing
local function show(graph, scene, t)
    if not graph.laws then
        -- time runs from where the graph begins to the end of the film
        if not graph.phase and not graph.x[1] then graph.x = { graph.t[1] or t, t + scene.duration } end
        add_laws(graph, scene, t)
    end
    sample(graph, t)
    local visible = graph.visible
    if type(visible) == "function" then visible = visible(t) end
    if visible == false then return nil end
    local opacity = graph.opacity or 1
    if type(opacity) == "function" or kind(opacity) == "spline" then opacity = opacity(t) end
    local curves = {}
    for i, c in ipairs(graph.laws) do
        curves[#curves + 1] = c
        c.color = graph.color[i]
    end
    for i, c in ipairs(graph.curves) do
        local few = thinned(c)
        few.name, few.color = graph.names[i], graph.color[i]
        curves[#curves + 1] = few
    end
    return { title = graph.title, x_label = graph.x_label, y_label = graph.y_label, at = graph.at,
             placed = graph.placed, size = graph.size, low = graph.low, high = graph.high, x = graph.x, y = graph.y,
             opacity = opacity, curves = curves }
end

local function place(graph, at)
    local corner = corners[at]
    if corner then
        graph.at, graph.placed = corner, false
    else
        graph.at = pair("at", at, "{x, y} in parts of the picture, or one of 'left', 'top right' and the like")
        graph.placed = true
    end
end

local function label(name, value)
    if value ~= nil and type(value) ~= "string" then wrong(name, "a text", value) end
    return value
end

local methods = {}
function methods.remove(handle) rawset(handle, "_gone", true) end
function methods.exists(handle) return not rawget(handle, "_gone") end

local assignable = { title = label, x_label = label, y_label = label }
function assignable.visible(_, value)
    if value ~= nil and type(value) ~= "boolean" and type(value) ~= "function" then
        wrong("visible", "true, false or a function of t", value)
    end
    return value
end
function assignable.opacity(_, value)
    local varies = type(value) == "function" or kind(value) == "spline"
    if value ~= nil and not varies and not (finite(value) and value >= 0 and value <= 1) then
        wrong("opacity", "a number from 0 to 1 or a function of t", value)
    end
    return value
end

local meta = {
    __index = function(handle, name)
        if known[name] then return rawget(handle, "_graph")[name] end
        return methods[name]
    end,
    __newindex = function(handle, name, value)
        if not assignable[name] then
            fail("graph: field '%s' cannot be assigned; expected one of opacity, title, visible, x_label, y_label",
                tostring(name))
        end
        rawget(handle, "_graph")[name] = assignable[name](name, value)
    end,
    __tostring = function(handle) return "graph '" .. (rawget(handle, "_graph").title or "") .. "'" end,
    __metatable = false,
}

function makers.graph(self, t)
    local self_kind = kind(self)
    if self_kind ~= "scene" and self_kind ~= "group" then
        fail("scene:graph: call it with a colon, as in scene:graph{...}; expected a scene or group before it, got %s",
            describe(self))
    end
    check_names("scene:graph", t, known)
    local scene = host.scene(self)
    if t.of == nil then fail("scene:graph: field 'of' is missing: expected a function of t, or a list of them") end
    if t.phase ~= nil and type(t.phase) ~= "boolean" then wrong("phase", "true or false", t.phase) end
    local graph = { t = {}, curves = {}, phase = t.phase, of = functions("of", t.of),
                    closed_form = t.closed_form ~= nil and functions("closed_form", t.closed_form) or {},
                    x = range("x", t.x), y = range("y", t.y),
                    low = { math.huge, math.huge }, high = { -math.huge, -math.huge } }
    graph.file, graph.line = host.where()
    for _, name in ipairs { "of", "closed_form" } do
        if graph.phase and #graph[name] % 2 ~= 0 then
            fail("scene:graph: field '%s': expected pairs of functions {x, y} for a phase plot, got %d", name, #graph[name])
        end
    end
    local curves = graph.phase and #graph.of // 2 or #graph.of
    if curves + (graph.phase and #graph.closed_form // 2 or #graph.closed_form) > most_curves then
        fail("scene:graph: expected at most %d curves with those of closed_form", most_curves)
    end
    for i = 1, curves do graph.curves[i] = { x = {}, y = {}, n = 0 } end
    graph.names, graph.color = texts("names", t.names, curves), colors(t.color, curves)
    place(graph, t.at == nil and "right" or t.at)
    graph.size = t.size == nil and { 0.34, 0.32 } or pair("size", t.size, "{width, height} in parts of the picture")
    if not (graph.size[1] > 0 and graph.size[2] > 0 and graph.size[1] <= 1 and graph.size[2] <= 1) then
        wrong("size", "{width, height} above 0, up to 1", t.size)
    end
    for _, name in ipairs { "title", "x_label", "y_label" } do graph[name] = label(name, t[name]) end
    if not graph.x_label and not graph.phase then graph.x_label = "t (s)" end
    for _, name in ipairs { "visible", "opacity" } do graph[name] = assignable[name](name, t[name]) end
    local every = t.every == nil and 0.5 / scene.fps or t.every
    if not finite(every) or every <= 0 then wrong("every", "a positive number", every) end
    local handle = setmetatable({ _graph = graph }, meta)
    host.sample(scene, function(time)
        if not rawget(handle, "_gone") then sample(graph, time) end
    end, every)
    host.graph(scene, function(time)
        if rawget(handle, "_gone") then return nil end
        return show(graph, scene, time)
    end)
    return handle
end
