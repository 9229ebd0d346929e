-- Lines, coils, arcs, rulers, strobes and graphs: what they take, that the motion knows nothing of them.
local tw = require "tauwerk"

local function fails(text, f)
    local ok, message = pcall(f)
    if ok then error("no error, expected: " .. text, 2) end
    if not message:find(text, 1, true) then error("got: " .. message, 2) end
end

local function scene_of(decorated)
    local s = tw.scene { gravity = "earth" }
    local a = s:sphere { name = "a", radius = 0.1, velocity = { 1, 0, 2 }, angular_velocity = { 0, 3, 0 } }
    local b = s:box { name = "b", size = { 1, 1, 1 }, position = { 2, 0, 0 } }
    if decorated then
        s:line { from = a, to = b:corner(8), dashed = true }
        s:line { from = { a, b, { 0, 0, 1 } }, radius = 0.02 }
        s:line { curve = function(x) return { x, x * x, 0 } end, s1 = function(t) return t end }
        s:coil { from = a, to = function(t) return { 0, t, 3 } end, turns = 5 }
        s:arc { at = a, from = { 0, 0, -1 }, to = b, text = "%.0f°" }
        s:ruler { from = a, to = b, offset = 0.2 }
        s:strobe { of = { a, b }, every = 0.05, fade = 1 }
        s:graph { of = function() return a.position.z end, closed_form = function(t) return t end }
    end
    return s, a, b
end

tw.test("the motion is the same with them and without", function()
    local plain = scene_of(false)
    local s = scene_of(true)
    assert(plain:hash() == s:hash())
    plain:advance(0.5)
    s:advance(0.5)
    assert(plain:hash() == s:hash())
end)

tw.test("places are points, bodies, vectors, functions and splines", function()
    local s, a, b = scene_of(false)
    local l = s:line { from = a, to = { 1, 2, 3 } }
    assert(l.from.body == a and l.to == tw.vec3(1, 2, 3) and l.radius == nil and not l.dashed)
    l.to = b:corner(1)
    assert(l.to.body == b)
    l.to = function(t) return { t, 0, 1 } end
    s:advance(0.5)
    assert((l.to - tw.vec3(0.5, 0, 1)):length() < 1e-12)
    l.to = tw.spline { { 0, { 0, 0, 0 } }, { 1, { 1, 0, 0 } } }
    s:ramp { l, "to", to = { 0, 0, 5 }, t0 = 0.5, t1 = 1 }
    s:advance(1)
    assert((l.to - tw.vec3(0, 0, 5)):length() < 1e-12)
    local many = s:line { from = { a, b, { 0, 0, 1 } } }
    assert(#many.from == 3 and many.from[2].body == b and many.from[3] == tw.vec3(0, 0, 1) and many.to == nil)
    local g = s:group { position = { 1, 0, 0 }, orientation = tw.axis_angle({ 0, 0, 1 }, tw.rad(90)) }
    local c = g:coil { from = { 1, 0, 0 }, to = b }
    assert((c.from - tw.vec3(1, 1, 0)):length() < 1e-12 and c.name == "group1/coil1")
    local arc = g:arc { at = { 1, 0, 0 }, from = { 1, 0, 0 }, to = a }
    assert((arc.at - tw.vec3(1, 1, 0)):length() < 1e-12)
    assert((arc.from - tw.vec3(0, 1, 0)):length() < 1e-12) -- a direction turns and does not move
end)

tw.test("they go with what they stand on, and come back", function()
    local s, a, b = scene_of(false)
    local line, coil = s:line { from = { 0, 0, 0 }, to = a }, s:coil { from = b, to = { 0, 0, 9 } }
    local strobe = s:strobe { of = { a, b } }
    local save = s:snapshot()
    a:remove()
    assert(not line:exists() and coil:exists() and strobe:exists() and #strobe.of == 1)
    b:remove()
    assert(not coil:exists() and not strobe:exists())
    s:restore(save)
    assert(line:exists() and strobe:exists() and #strobe.of == 2)
end)

tw.test("a strobe takes groups", function()
    local s, a = scene_of(false)
    local g = s:group { name = "g" }
    g:sphere { radius = 1 }
    g:group { name = "h" }:sphere { radius = 1 }
    local strobe = s:strobe { of = { a, g } }
    assert(#strobe.of == 3 and strobe.of[1] == a)
    assert(#s:strobe { of = g }.of == 2)
    fails("scene:strobe: field 'of': expected at least one body, got none", function() s:strobe { of = s:group {} } end)
    fails("scene:strobe: field 'of': expected a body, a group or a list of them, got 3", function() s:strobe { of = 3 } end)
    fails("field 'every': expected a positive number", function() s:strobe { of = a, every = 0 } end)
    fails("scene:strobe: field 'every': expected at least 1e-05 s, for at most 1000000 samples in the scene's 10 s, got 1e-09 s",
        function() s:strobe { of = a, every = 1e-9 } end)
end)

tw.test("arrows may be logarithmic and have a greatest length", function()
    local s, a = scene_of(false)
    local arrow = s:arrow { at = a, value = { 1, 0, 0 }, log = true, unit = 0.1, max_length = 2 }
    assert(arrow.log and arrow.unit == 0.1 and arrow.max_length == 2)
    fails("field 'unit': expected a positive number, got 0", function() s:arrow { at = a, value = { 1, 0, 0 }, unit = 0 } end)
end)

tw.test("texts with numbers", function()
    local s, a, b = scene_of(false)
    local r = s:ruler { from = a, to = b, text = function(t) return "ℓ₁" end }
    r.text = "%5.1f %% of it"
    r.text = nil
    fails("expected at most one number as in \"%.2f\"", function() s:ruler { from = a, to = b, text = "%d" } end)
    fails("expected at most one number", function() s:arc { at = a, from = { 1, 0, 0 }, to = b, text = "%.0f %.0f" } end)
    fails("expected at most one number", function() r.text = "%s" end)
end)

tw.test("what is wrong with places is told", function()
    local s, a, b = scene_of(false)
    fails("scene:line: field 'from' is missing", function() s:line { to = a } end)
    fails("scene:line: field 'to' is missing", function() s:line { from = a } end)
    fails("scene:line: field 'curve': expected either it or 'from' and 'to', got both", function()
        s:line { from = a, to = b, curve = function(x) return { x, 0, 0 } end }
    end)
    fails("scene:coil: field 'to' is missing: expected a point, a body, {x, y, z} or a function of t", function()
        s:coil { from = a }
    end)
    fails("scene:coil: field 'from': expected a point, a body, {x, y, z} or a function of t, got 3", function()
        s:coil { from = 3, to = a }
    end)
    fails("or a list of them, got an empty table", function() s:line { from = {}, to = a } end)
    fails("scene:line: field 'from': expected", function() s:line { from = { a, "b" } } end)
    a:remove()
    fails("was removed", function() s:line { from = a, to = b } end)
    fails("belongs to another scene", function() tw.scene {}:line { from = b, to = { 0, 0, 0 } } end)
end)

tw.test("graphs are checked", function()
    local s, a = scene_of(false)
    local function z() return a.position.z end
    local g = s:graph { title = "z", of = { z, z }, names = { "one", "two" }, at = "top left", y = { 0, 1 } }
    assert(g.title == "z" and g:exists())
    g.title, g.visible = "height", false
    g:remove()
    assert(not g:exists())
    fails("graph: field 'of' cannot be assigned", function() g.of = z end)
    fails("scene:graph: field 'of' is missing", function() s:graph {} end)
    fails("scene:graph: field 'of': expected a function of t, got 3", function() s:graph { of = 3 } end)
    fails("unknown field 'titel'; did you mean 'title'?", function() s:graph { of = z, titel = "" } end)
    fails("field 'at': expected {x, y} in parts of the picture", function() s:graph { of = z, at = "middle" } end)
    fails("field 'size': expected {width, height} above 0", function() s:graph { of = z, size = { 0, 1 } } end)
    fails("field 'y': expected {from, to} with from below to, got {1, 1}", function() s:graph { of = z, y = { 1, 1 } } end)
    fails("expected pairs of functions {x, y} for a phase plot, got 1", function() s:graph { of = z, phase = true } end)
    fails("at most 1 texts", function() s:graph { of = z, names = { "a", "b" } } end)
    fails("field 'every': expected a positive number", function() s:graph { of = z, every = 0 } end)
    fails("scene:graph: field 'every': expected at least 1e-05 s", function() s:graph { of = z, every = 1e-9 } end)
    fails("field 'color[1]': ", function() s:graph { of = z, color = { "tomatoe" } } end)
    s:graph { of = function() return "high" end }
    fails("expected a function that gives a number or a vector, got 'high'", function() s:advance(0.1) end)
end)
