-- Texts in the picture: scene:text{...}. Called as core.lua is, after it.
local tw, host = ...
local makers, check_names = host.makers, host.check_names
local fail, kind, describe = host.fail, host.kind, host.describe

-- places of the picture and parts of a text: 0 left or top, 1 right or bottom
local corners = {
    ["top left"] = { 0, 0 }, top = { 0.5, 0 }, ["top right"] = { 1, 0 },
    left = { 0, 0.5 }, center = { 0.5, 0.5 }, right = { 1, 0.5 },
    ["bottom left"] = { 0, 1 }, bottom = { 0.5, 1 }, ["bottom right"] = { 1, 1 },
}
host.corners = corners -- graphs stand there, too
local corner_names = "'top left', 'top', 'top right', 'left', 'center', 'right', 'bottom left', 'bottom', 'bottom right'"

-- numbered as tw_font in frame.h
local fonts = { sans = 0, serif = 1, mono = 2, bold = 3, ["serif bold"] = 4, ["mono bold"] = 5 }
local font_names = "'sans', 'serif', 'mono', 'bold', 'serif bold', 'mono bold'"

local text_options = { "at", "from", "to", "fade", "size", "opacity", "color", "font", "anchor", "visible", "plate" }
local text_fields = { text = true }
for _, name in ipairs(text_options) do text_fields[name] = true end

-- what a field gives at a time: itself, or what a function of t or a spline says
local function at_time(x, time)
    if type(x) == "function" or kind(x) == "spline" then return x(time) end
    return x
end

-- the line of the script that runs now
local function here()
    local file, line = host.where()
    return { file = file, line = line }
end

local function suggestion(value, known)
    local near = type(value) == "string" and host.nearest(value, known)
    return near and "; did you mean '" .. near .. "'?" or ""
end

local function varies(value) return type(value) == "function" or kind(value) == "spline" end

local function finite(x) return type(x) == "number" and x - x == 0 end

local function one_of(value, known, names)
    if not known[value] then
        return ("expected one of %s, got %s%s"):format(names, describe(value), suggestion(value, known))
    end
end

-- what is wrong with the value of a field at one time, by the field's name; nil: nothing
local problem = {}

function problem.text(value)
    if type(value) ~= "string" and type(value) ~= "number" and not kind(value) then
        return "expected a text, got " .. describe(value)
    end
end

function problem.at(value)
    local known = kind(value)
    local good = known == "point" or known == "body" or corners[value]
    if known == "vec3" or type(value) == "table" and not known then
        good = known or #value == 3
        for i = 1, 3 do good = good and finite(value[i]) end
    end
    if not good then
        return ("expected a point, {x, y, z} or one of %s, got %s%s"):format(
            corner_names, describe(value), suggestion(value, corners))
    end
end

function problem.font(value) return one_of(value, fonts, font_names) end

function problem.anchor(value) return one_of(value, corners, corner_names) end

function problem.color(value)
    local color, why = host.color(value)
    if not color then return why end
end

function problem.visible(value)
    if type(value) ~= "boolean" then return "expected true, false or a function of t, got " .. describe(value) end
end

function problem.plate(value)
    if type(value) ~= "boolean" then return "expected true or false, got " .. describe(value) end
end

function problem.size(value)
    if not finite(value) or value <= 0 then return "expected a positive number, got " .. describe(value) end
end

function problem.opacity(value)
    if not finite(value) or value < 0 or value > 1 then return "expected a number from 0 to 1, got " .. describe(value) end
end

function problem.fade(value)
    if not finite(value) or value < 0 then return "expected a number that is not negative, got " .. describe(value) end
end

-- times may be infinite
function problem.from(value)
    if type(value) ~= "number" or value ~= value then return "expected a number, got " .. describe(value) end
end

problem.to = problem.from

local may_vary = { at = true, color = true, size = true, opacity = true, fade = true, from = true, to = true }

local function check_text(what, name, value)
    if name == "text" then
        if type(value) ~= "string" and type(value) ~= "function" then
            fail("%s: expected a text or a function first, got %s", what, describe(value))
        end
    elseif not (may_vary[name] and varies(value) or name == "visible" and type(value) == "function") then
        local why = problem[name](value)
        if why then fail("%s: field '%s': %s", what, name, why) end
    end
end

-- what field `name` of the text is at a time; nil: not given, or its function gives nothing. What the
-- function gives is checked like a constant, and blamed on the line that gave the function
local function value_at(f, name, time)
    local value = at_time(f[name], time)
    local why = value ~= nil and problem[name](value)
    if why then
        local place = f.places[name]
        error(("%s:%d: scene:text: field '%s': %s"):format(place.file, place.line, name, why), 0)
    end
    return value
end

-- where a text stands now: a place's name or a vector of the world; nil: nowhere. Coordinates and splines of a
-- group's text are in the group's frame; a function may read the scene, so it gives places of the world
local function place_of(f, time)
    local at = value_at(f, "at", time)
    local known = kind(at)
    if known == "body" or known == "point" then return at:exists() and at.position or nil end
    if f.frame and at and not corners[at] and type(f.at) ~= "function" then
        return f.frame.position + f.frame.orientation * tw.vec3(at[1], at[2], at[3])
    end
    return at
end

-- text, place, size, opacity, colour (nil: by the picture), font, anchor and plate of a text at a time; nil:
-- it is not there
local function show_text(f, time)
    if f.visible ~= nil and not value_at(f, "visible", time) then return nil end
    local from, to = value_at(f, "from", time) or -math.huge, value_at(f, "to", time) or math.huge
    local fade, opacity = value_at(f, "fade", time) or 0, value_at(f, "opacity", time) or 1
    if time < from or time > to then return nil end
    if fade > 0 then opacity = opacity * tw.math.clamp(math.min(time - from, to - time) / fade, 0, 1) end
    local place, text = place_of(f, time), value_at(f, "text", time)
    if text == nil or place == nil then return nil end
    local color = value_at(f, "color", time)
    if color ~= nil then color = host.color(color) end
    local anchor = corners[f.anchor or type(place) == "string" and place or "bottom"]
    return tostring(text), place, value_at(f, "size", time) or 0.05, opacity, color, fonts[f.font or "sans"],
        anchor[1], anchor[2], f.plate
end

-- fields of a text's handle are read and assigned as those of other things
local text_methods = {}

function text_methods.remove(handle) rawset(handle, "_gone", true) end
function text_methods.exists(handle) return not rawget(handle, "_gone") end

local text_meta = {
    __index = function(handle, name)
        if text_fields[name] then return rawget(handle, "_fields")[name] end
        return text_methods[name]
    end,
    __newindex = function(handle, name, value)
        if not text_fields[name] then
            fail("text: unknown field '%s'; expected text or one of %s", tostring(name), table.concat(text_options, ", "))
        end
        if value ~= nil or name == "text" or name == "at" then check_text("text", name, value) end
        local fields = rawget(handle, "_fields")
        fields[name], fields.places[name] = value, here()
    end,
    __tostring = function(handle) return "text '" .. tostring(rawget(handle, "_fields").text) .. "'" end,
    __metatable = false,
}

function makers.text(self, t)
    local self_kind = kind(self)
    if self_kind ~= "scene" and self_kind ~= "group" then
        fail("scene:text: call it with a colon, as in scene:text{...}; expected a scene or group before it, got %s",
            describe(self))
    end
    local what = self_kind .. ":text"
    local known = { [1] = true }
    for _, name in ipairs(text_options) do known[name] = true end
    check_names(what, t, known)
    local made = here()
    local fields = { text = t[1], at = t.at or "bottom", places = { text = made } }
    check_text(what, "text", fields.text)
    if self_kind == "group" then fields.frame = { position = self.position, orientation = self.orientation } end
    for _, name in ipairs(text_options) do
        if t[name] ~= nil then check_text(what, name, t[name]) end
        if t[name] ~= nil then fields[name] = t[name] end
        fields.places[name] = made
    end
    local handle = setmetatable({ _fields = fields }, text_meta)
    host.caption(host.scene(self), function(time)
        if rawget(handle, "_gone") then return nil end
        return show_text(fields, time)
    end)
    return handle
end
