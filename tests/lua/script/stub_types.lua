-- The stubs for editors by the grammar of LuaCATS (the annotations of lua-language-server): each annotation is one that it knows, each
-- type is well formed, each name of a type is declared, parents of classes too, and each parameter of a function has its annotation.
local text
do
    local pipe = assert(io.popen("'" .. arg[1] .. "' stubs", "r"))
    text = pipe:read "a"
    assert(pipe:close())
end

local declared = {}
for word in ("any nil boolean number integer string table function thread userdata lightuserdata unknown self void"):gmatch "%a+" do declared[word] = true end

-- ---- types --------------------------------------------------------------------------------------

-- reads a type at `at`; used[name] is what must be declared; gives where it ends
local function reader(line, used)
    local at = 1
    local function bad(why) error(string.format("%s at column %d: %s", why, at, line), 0) end
    local function space() at = line:find("%S", at) or #line + 1 end
    local function take(pattern)
        local from, to, word = line:find("^(" .. pattern .. ")", at)
        if from then
            at = to + 1
            return word
        end
    end
    local function need(pattern)
        space()
        return take(pattern) or bad("expected " .. pattern)
    end
    local union
    local function list(close, one)
        space()
        while not take(close) do
            one()
            space()
            if not take "[,;]" and not line:find("^" .. close, at) then bad("expected , or " .. close) end
            space()
        end
    end
    local function fun()
        need "%("
        list("%)", function()
            if not take "%.%.%." then need "[%a_][%w_]*" end
            take "%?"
            space()
            if take ":" then union() end
        end)
        space()
        if take ":" then
            repeat union() until not take "%s*,"
        end
    end
    local function primary()
        space()
        if take '"[^"]*"' or take "'[^']*'" or take "%-?%d[%d.]*" or take "true" or take "false" then return end
        if take "%(" then
            union()
            need "%)"
        elseif take "{" then
            list("}", function()
                if take "%[" then
                    union()
                    need "%]"
                else
                    need "[%a_][%w_]*"
                end
                take "%?"
                need ":"
                union()
            end)
        elseif take "fun%f[(]" then
            fun()
        else
            used[need "[%a_][%w_.]*"] = line
            if take "<" then list(">", function() union() end) end
        end
    end
    union = function()
        repeat
            primary()
            while take "%[%]" or take "%?" do end
            local before = at
            space()
            local more = take "|"
            if not more then at = before end
        until not more
    end
    return { type = union, take = take, need = need, space = space, bad = bad, rest = function() return line:sub(at) end }
end

-- ---- annotations --------------------------------------------------------------------------------

local known = {}
function known.meta(r) r.take "[%a_][%w_.]*" end
function known.alias(r)
    declared[r.need "[%a_][%w_.]*"] = true
    r.type()
end
function known.class(r)
    r.take "%s*%(exact%)"
    declared[r.need "[%a_][%w_.]*"] = true
    r.space()
    if r.take ":" then
        repeat r.type() until not r.take "%s*,"
    end
end
function known.field(r)
    r.space()
    for _, word in ipairs { "private", "protected", "public", "package" } do r.take(word .. "%s+") end
    if r.take "%[" then
        r.type()
        r.need "%]"
    else
        r.need "[%a_][%w_]*"
    end
    r.take "%?"
    r.type()
end
function known.param(r)
    if not r.take "%s*%.%.%." then r.need "[%a_][%w_]*" end
    r.take "%?"
    r.type()
end
known["return"] = function(r)
    repeat
        r.type()
        r.take "%s+[%a_][%w_]*%f[,\0]"
    until not r.take "%s*,"
end
function known.type(r) r.type() end
function known.overload(r) r.type() end
function known.operator(r)
    r.need "%a+"
    if r.take "%(" then
        r.type()
        r.need "%)"
    end
    r.need ":"
    r.type()
end
function known.generic(r)
    repeat declared[r.need "[%a_][%w_]*"] = true until not r.take "%s*,"
end

local used, params, number, count = {}, {}, 0, 0
for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    number = number + 1
    local word, rest = line:match "^%s*%-%-%-@(%a+)%s*(.*)$"
    if word then
        count = count + 1
        local read = known[word]
        if not read then error(string.format("line %d: there is no annotation @%s", number, word)) end
        local r = reader(rest, used)
        local ok, why = pcall(read, r)
        if not ok then error(string.format("line %d: %s", number, why)) end
        local after = r.rest()
        if not after:find "^%s*$" and not after:find "^%s*#" and not after:find "^%s+%S" then
            error(string.format("line %d: what follows the type: '%s' in %s", number, after, line))
        end
        if word == "param" then params[rest:match "^[%w_.]+"] = true end
    end
    local given = line:match "^%s*function [%w_.:]+%((.-)%)"
    if given then
        for name in given:gmatch "[%w_.]+" do
            if not params[name] then error(string.format("line %d: parameter '%s' has no annotation: %s", number, name, line)) end
            params[name] = nil
        end
        local left = next(params)
        if left then error(string.format("line %d: @param '%s' is no parameter: %s", number, left, line)) end
    end
end
assert(count > 1000, "few annotations: " .. count)
for name, line in pairs(used) do
    if not declared[name] then error("there is no type '" .. name .. "': " .. line) end
end

-- the reader finds what is wrong
for _, wrong in ipairs { "field x numbre|", "param p fun(a: number", "alias a {x number}", "class b:", "return (number" } do
    local word, rest = wrong:match "^(%a+) (.*)$"
    local r = reader(rest, {})
    local ok = pcall(known[word], r)
    assert(not ok, wrong)
end
