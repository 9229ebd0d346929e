-- The Lua scene that `tauwerk import` writes: the robot is built into a scene through stand-ins, which note each
-- call as a line of a script and pass it on. A stand-in knows its object and the expression that names it.
local tw, host, build, options = ...

local real_of, name_of = setmetatable({}, { __mode = "k" }), setmetatable({}, { __mode = "k" })

-- ---- values as text -----------------------------------------------------------------------------

local function number(x)
    if x == math.floor(x) and math.abs(x) < 1e15 and (x ~= 0 or 1 / x > 0) then return string.format("%d", x) end
    for digits = 1, 17 do
        local text = string.format("%." .. digits .. "g", x)
        if tonumber(text) == x then return text end
    end
    return string.format("%.17g", x)
end

local keywords = {}
for word in ("and break do else elseif end false for function goto if in local nil not or repeat return then true until while"):gmatch "%a+" do
    keywords[word] = true
end

local function is_word(s) return s:find "^[%a_][%w_]*$" and not keywords[s] end

local function index(name) return is_word(name) and "." .. name or string.format("[%q]", name) end

local function is_quat(v) return pcall(function() return v.w end) end

-- names first, then what an object is, then where it stands, then the rest by the alphabet
local first = { "name", "kind", "a", "b", "joint", "at", "axis" }
local order = {}
for i, key in ipairs(first) do order[key] = i end

local function sorted_keys(t)
    local keys = {}
    for key in pairs(t) do
        if type(key) == "string" then keys[#keys + 1] = key end
    end
    table.sort(keys, function(p, q)
        local i, k = order[p] or 99, order[q] or 99
        if i ~= k then return i < k end
        return p < q
    end)
    return keys
end

local function text(v)
    if name_of[v] == "nil" then tw.fail("import: the robot refers to %s, which no script can name", tostring(real_of[v])) end
    if name_of[v] then return name_of[v] end
    local kind = type(v)
    if kind == "number" then return number(v) end
    if kind == "string" then return string.format("%q", v) end
    if kind == "userdata" then
        if is_quat(v) then return string.format("tw.quat(%s, %s, %s, %s)", number(v.w), number(v.x), number(v.y), number(v.z)) end
        return string.format("{ %s, %s, %s }", number(v.x), number(v.y), number(v.z))
    end
    if kind == "function" then
        if build.text_of[v] then return build.text_of[v] end
        tw.fail("import: a function of the robot cannot be written as text")
    end
    if kind ~= "table" then return tostring(v) end
    local parts = {}
    for _, x in ipairs(v) do parts[#parts + 1] = text(x) end
    for _, key in ipairs(sorted_keys(v)) do
        local name = is_word(key) and key or string.format("[%q]", key)
        parts[#parts + 1] = name .. " = " .. text(v[key])
    end
    return #parts == 0 and "{}" or "{ " .. table.concat(parts, ", ") .. " }"
end

local function real(v)
    if real_of[v] ~= nil then return real_of[v] end
    if type(v) ~= "table" then return v end
    local t = {}
    for key, x in pairs(v) do t[key] = real(x) end
    return t
end

-- ---- stand-ins ----------------------------------------------------------------------------------

local lines, used, counts

local function line(format, ...) lines[#lines + 1] = string.format(format, ...) end

-- kinds whose objects are kept in a table of the script, by their names
local list_of = { compound = "body", body = "body", prop = false, nail = "point", point = "point" }
for _, kind in ipairs { "hinge", "slider", "ball", "serial", "planar", "universal", "weld", "cylindrical", "screw" } do list_of[kind] = "joint" end
for _, kind in ipairs { "joint_spring", "motor", "force", "torque" } do list_of[kind] = "motor" end

local stand_in

local function place_in(list, name)
    counts[list] = (counts[list] or 0) + 1
    name = name and not used[list .. index(name)] and name
    local place = name and list .. index(name) or string.format("%s[%d]", list, counts[list])
    used[place] = true
    return place
end

-- points of bodies are written where they are used
local inline = { point_at = true }

local function call(self, method, ...)
    local given, words, values = table.pack(...), {}, {}
    for i = 1, given.n do words[i], values[i] = text(given[i]), real(given[i]) end
    local target = real_of[self]
    local result = target[method](target, table.unpack(values, 1, given.n))
    if method == "authored" then return result end
    local single = given.n == 1 and type(given[1]) == "table" and not name_of[given[1]]
    local code = string.format("%s:%s%s", name_of[self], method,
        single and " " .. words[1] or "(" .. table.concat(words, ", ") .. ")")
    if result == nil or type(result) ~= "userdata" then
        line("%s", code)
        return result
    end
    if inline[method] then return stand_in(result, code) end
    local list = list_of[method]
    if list == nil or not list then
        line("%s", code)
        return stand_in(result, "nil")
    end
    local name = single and given[1].name
    local place = place_in(list, type(name) == "string" and name or nil)
    line("%s = %s", place, code)
    return stand_in(result, place)
end

local kind = {}
kind.__index = function(self, key)
    local value = real_of[self][key]
    if type(value) == "function" then return function(me, ...) return call(me, key, ...) end end
    return value
end
kind.__newindex = function(self, key, value)
    line("%s.%s = %s", name_of[self], key, text(value))
    real_of[self][key] = real(value)
end

function stand_in(object, name)
    local s = setmetatable({}, kind)
    real_of[s], name_of[s] = object, name
    return s
end

-- ---- the script ---------------------------------------------------------------------------------

local function head(robot)
    local gravity = robot.gravity or tw.vec3(0, 0, -9.81)
    -- a comment ends with its line: names and notices have texts of the file
    local function comment(format, ...) line("-- %s", (format:format(...):gsub("%c", " "))) end
    comment("%s, from %s. Bodies, joints, motors and points by their names: body.NAME, joint.NAME, ...", robot.name, robot.model.file)
    for _, notice in ipairs(robot.notices:lines()) do comment("%s", notice) end
    line("local tw = require \"tauwerk\"")
    line("")
    local settings = { name = (robot.name:gsub("[^%w_-]", "_")), duration = 5, gravity = gravity }
    for key, v in pairs(robot.settings or {}) do settings[key] = v end
    line("local scene = tw.scene %s", text(settings))
    return tw.scene(settings)
end

return function(robot)
    lines, used, counts = {}, {}, {}
    local scene = head(robot)
    local outer = stand_in(scene, "scene")
    local group = {} -- the scene as build.robot sees it: its group has the name `robot`
    setmetatable(group, { __index = function(_, key)
        if key ~= "group" then return kind.__index(outer, key) end
        return function(_, fields)
            line("local robot = scene:group %s", text(fields))
            line("local body, joint, motor, point = {}, {}, {}, {}")
            line("")
            return stand_in(scene:group(real(fields)), "robot")
        end
    end })
    real_of[group], name_of[group] = scene, "scene"
    build.robot(robot, group, options)
    line("")
    line("return scene")
    return table.concat(lines, "\n") .. "\n"
end
