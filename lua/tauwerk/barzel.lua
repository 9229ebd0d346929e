-- The verbs of the paper's section 2.4 as globals [BB88]:
--
--     require "tauwerk.barzel"
--     make("rod", "upper-rod")
--     make("rod", "lower-rod")
--     make("nail", "nail", 0, 0, 100)
--     connect(end1 "upper-rod", "nail")
--     connect(end2 "upper-rod", end1 "lower-rod")
--     gravity_on()
--     return scene()
--
-- There is one scene, made at the first verb; scene{...} before that gives it its fields.
local tw = require "tauwerk"

local function fail(text, ...) tw.fail(text, ...) end

local the_scene, gravity

function scene(fields)
    if fields ~= nil then
        if the_scene then fail("scene: the scene has been made already") end
        the_scene = tw.scene(fields)
    end
    the_scene = the_scene or tw.scene {}
    return the_scene
end

local function find(name, what)
    if type(name) ~= "string" then return name end
    local object = scene():find(name)
    if not object then fail("%s: there is no '%s'", what, name) end
    return object
end

-- make("rod", "name", {field = value}), make("nail", "name", x, y, z)
function make(kind, name, ...)
    local s = scene()
    if type(kind) ~= "string" then fail("make: expected the name of a kind first, got %s", tostring(kind)) end
    if kind == "nail" then
        local x, y, z = ...
        local place = type(x) == "number" and { x, y, z } or x or { 0, 0, 0 }
        return s:nail(tw.vec3(place), { name = name })
    end
    if kind == "path" then return s:path(..., { name = name }) end
    local fields = { name = name }
    for key, value in pairs((...) or {}) do fields[key] = value end
    -- the paper's rods have a size of their own
    if kind == "rod" and not (fields.length or fields.from) then fields.length = 1 end
    if kind == "rod" and not fields.radius then fields.radius = 0.04 end
    return s[kind](s, fields)
end

function connect(p, q, options) return scene():connect(find(p, "connect"), find(q, "connect"), options) end

-- end1 "rod", end2 "rod", center "ball"
local function point(name)
    return function(body) return find(body, name)[name] end
end

end1, end2, center = point "end1", point "end2", point "center"

function gravity_on(g)
    scene().gravity = gravity or { 0, 0, -(g or 9.81) }
end

function gravity_off()
    gravity = scene().gravity
    scene().gravity = { 0, 0, 0 }
end

function remove(name) find(name, "remove"):remove() end
function enable(name) return find(name, "enable"):enable() end
function disable(name) return find(name, "disable"):disable() end

return scene
