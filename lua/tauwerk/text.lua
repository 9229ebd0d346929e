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
local corner_names = "'top left', 'top', 'top right', 'left', 'center', 'right', 'bottom left', 'bottom', 'bottom right'"

-- numbered as tw_font in frame.h
local fonts = { sans = 0, serif = 1, mono = 2, bold = 3, ["serif bold"] = 4, ["mono bold"] = 5 }
local font_names = "'sans', 'serif', 'mono', 'bold', 'serif bold', 'mono bold'"

local text_options = { "at", "from", "to", "fade", "size", "opacity", "color", "font", "anchor", "visible" }
local text_fields = { text = true }
for _, name in ipairs(text_options) do text_fields[name] = true end

-- what a field gives at a time: itself, or what a function of t or a spline says
local function at_time(x, time)
    if type(x) == "function" or kind(x) == "spline" then return x(time) end
    return x
end

local function suggestion(value, known)
    local near = type(value) == "string" and host.nearest(value, known)
    return near and "; did you mean '" .. near .. "'?" or ""
end

local function check_place(what, value)
    local good = kind(value) == "point" or kind(value) == "body" or kind(value) == "vec3" or
        kind(value) == "spline" or type(value) == "function" or corners[value]
    if type(value) == "table" and not kind(value) then
        good = #value == 3
        for i = 1, 3 do good = good and type(value[i]) == "number" end
    end
    if not good then
        fail("%s: field 'at': expected a point, {x, y, z} or one of %s, got %s%s",
            what, corner_names, describe(value), suggestion(value, corners))
    end
end

local function check_choice(what, name, value, known, names)
    if not known[value] then
        fail("%s: field '%s': expected one of %s, got %s%s", what, name, names, describe(value),
            suggestion(value, known))
    end
end

local function color_of(what, value)
    local color, why = host.color(value)
    if not color then fail("%s: field 'color': %s", what, why) end
    return color
end

local function varies(value) return type(value) == "function" or kind(value) == "spline" end

local function check_text(what, name, value)
    if name == "text" then
        if type(value) ~= "string" and type(value) ~= "function" then
            fail("%s: expected a text or a function first, got %s", what, describe(value))
        end
    elseif name == "at" then
        check_place(what, value)
    elseif name == "font" then
        check_choice(what, name, value, fonts, font_names)
    elseif name == "anchor" then
        check_choice(what, name, value, corners, corner_names)
    elseif name == "color" then
        if not varies(value) then color_of(what, value) end
    elseif name == "visible" then
        if type(value) ~= "boolean" and type(value) ~= "function" then
            fail("%s: field 'visible': expected true, false or a function of t, got %s", what, describe(value))
        end
    elseif type(value) ~= "number" and not varies(value) then
        fail("%s: field '%s': expected a number, got %s", what, name, describe(value))
    elseif name == "size" and type(value) == "number" and not (value > 0) then
        fail("%s: field 'size': expected a positive number, got %s", what, describe(value))
    end
end

-- where a text stands now: a place's name or a vector; nil: nowhere
local function place_of(at, time)
    at = at_time(at, time)
    if kind(at) == "body" then return at:exists() and at.position or nil end
    if kind(at) == "point" then return at:exists() and at.position or nil end
    return at
end

local function number_at(x, time, otherwise)
    x = at_time(x, time)
    if type(x) ~= "number" then return otherwise end
    return x
end

-- text, place, size, opacity, colour (nil: by the picture), font and anchor of a text at a time; nil:
-- it is not there
local function show_text(f, time)
    if f.visible ~= nil and not at_time(f.visible, time) then return nil end
    local from, to = number_at(f.from, time, -math.huge), number_at(f.to, time, math.huge)
    local fade, opacity = number_at(f.fade, time, 0), number_at(f.opacity, time, 1)
    if time < from or time > to then return nil end
    if fade > 0 then opacity = opacity * tw.math.clamp(math.min(time - from, to - time) / fade, 0, 1) end
    local place, text = place_of(f.at, time), at_time(f.text, time)
    if text == nil or place == nil then return nil end
    if type(place) == "string" then check_choice("scene:text", "at", place, corners, corner_names) end
    local color = at_time(f.color, time)
    if color ~= nil then color = color_of("scene:text", color) end
    local anchor = corners[f.anchor or type(place) == "string" and place or "bottom"]
    return tostring(text), place, number_at(f.size, time, 0.05), opacity, color, fonts[f.font or "sans"],
        anchor[1], anchor[2]
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
        rawget(handle, "_fields")[name] = value
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
    local fields = { text = t[1], at = t.at or "bottom" }
    check_text(what, "text", fields.text)
    for _, name in ipairs(text_options) do
        if t[name] ~= nil then check_text(what, name, t[name]) end
        if t[name] ~= nil then fields[name] = t[name] end
    end
    local handle = setmetatable({ _fields = fields }, text_meta)
    host.caption(host.scene(self), function(time)
        if rawget(handle, "_gone") then return nil end
        return show_text(fields, time)
    end)
    return handle
end
