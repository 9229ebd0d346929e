-- tw.import: an attribute or an element that is not understood is told wherever it stands: each element of three files in turn gets one
local tw = require "tauwerk"
local folder = require "_robots".folder

local text_of

function text_of(name) -- with what it includes
    local file <close> = assert(io.open(folder .. name))
    return (file:read "a":gsub('<include file="([^"]*)"/>', function(part) return text_of(part):match "<mujoco.->(.*)</mujoco>" end))
end

-- what is told of the text as a robot, or the error
local function told(text, ending)
    local name = os.tmpname()
    local file <close> = assert(io.open(name .. ending, "w"))
    file:write(text)
    file:close()
    local ok, robot = pcall(tw.import, name .. ending)
    os.remove(name .. ending)
    os.remove(name)
    if not ok then return tostring(robot) end
    local list = {}
    for i, n in ipairs(robot.notices.list) do list[i] = n.text end
    return table.concat(list, "\n")
end

-- elements that are passed over as a whole, with all that is in them
local function is_whole(element, base)
    return element == "light" or element == "camera" or base:find("\n<" .. element .. "> in <", 1, true) or base:find("\n<" .. element .. "> is passed", 1, true)
end

for name, at_least in pairs { ["walker.xml"] = 60, ["arm.urdf"] = 40, ["arm.sdf"] = 40 } do
    local text, ending, from, tried = text_of(name), name:match "%.%w+$", 1, 0
    local base = "\n" .. told(text, ending)
    local inside -- the name of an element that is passed over as a whole
    while true do
        local first, last, close, element, attributes, short = text:find("<(/?)([%a_][%w_:]*)([^<>]-)(/?)>", from)
        if not first then break end
        from = last + 1
        if close == "" then
            if not inside and is_whole(element, base) then inside = element end
            if not inside then
                local function changed(open, after) return text:sub(1, first - 1) .. open .. after .. text:sub(last + 1) end
                local one = told(changed("<" .. element .. ' zzz="1"' .. attributes .. short .. ">", ""), ending)
                assert(one:find("'zzz' of <" .. element .. ">", 1, true), name .. ": <" .. element .. ' zzz="1">: ' .. one)
                local two = told(changed("<" .. element .. attributes .. ">", "<zzz/>" .. (short == "/" and "</" .. element .. ">" or "")), ending)
                assert(two:find("<zzz>", 1, true), name .. ": <" .. element .. "><zzz/>: " .. two)
                tried = tried + 1
            end
            if short == "/" and inside == element then inside = nil end
        elseif inside == element then
            inside = nil
        end
    end
    assert(tried >= at_least, name .. ": " .. tried)
end
