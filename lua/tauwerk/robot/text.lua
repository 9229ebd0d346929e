-- What writers of robots' files share: numbers with all their digits, names, colours. One of it serves one file.
local tw, host = ...
local texts = {}

function texts.number(x)
    if x == math.floor(x) and math.abs(x) < 1e15 then return string.format("%d", x) end
    for digits = 1, 17 do
        local text = string.format("%." .. digits .. "g", x)
        if tonumber(text) == x then return text end
    end
    return string.format("%.17g", x)
end

function texts.numbers(...)
    local t = { ... }
    for i, x in ipairs(t) do t[i] = texts.number(x) end
    return table.concat(t, " ")
end

function texts.escape(s)
    return (s:gsub('[&<>"]', { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

-- three functions that collect a file whose elements are indented, from `depth` on: put(format, ...) adds a line, inside(element,
-- inner, ...) an element (a format for ...) around the lines that inner adds, and text() returns all
function texts.indented(depth)
    local lines = {}
    local function put(format, ...) lines[#lines + 1] = string.rep("  ", depth) .. string.format(format, ...) end
    local function inside(element, inner, ...)
        element = string.format(element, ...)
        put("<%s>", element)
        depth = depth + 1
        inner()
        depth = depth - 1
        put("</%s>", element:match "^[%w_:]+")
    end
    return put, inside, function() return table.concat(lines, "\n") .. "\n" end
end

-- names of objects, as they are written; those that another object has get a number behind them
local given, used = {}, { world = true }

function texts.name(object)
    if given[object] then return given[object] end
    local base = texts.escape(object.name or object.kind):gsub("^[^/]*/", "")
    local name, k = base, 1
    while used[name] do
        k = k + 1
        name = base .. "_" .. k
    end
    given[object], used[name] = name, true
    return name
end

function texts.matrix(I)
    if type(I[1]) ~= "number" and type(I) == "table" then return I end
    return { { I.x or I[1], 0, 0 }, { 0, I.y or I[2], 0 }, { 0, 0, I.z or I[3] } }
end

-- "r g b a" as screens have it; nil: none given
function texts.color(object)
    local c = object.color
    if type(c) ~= "userdata" then return nil end
    local function screen(x)
        x = math.min(math.max(x, 0), 1)
        x = x <= 0.0031308 and 12.92 * x or 1.055 * x ^ (1 / 2.4) - 0.055
        return math.floor(x * 255 + 0.5) / 255
    end
    return string.format("%.4g %.4g %.4g 1", screen(c.x), screen(c.y), screen(c.z))
end

function texts.no_solid(object, shape)
    host.notice(string.format("export: %s: its %s is left out: the file has no such solid; mass and inertia stay", tostring(object), shape.kind))
end

return texts
