-- Props: what they take, that the motion knows nothing of them, when they go.
local tw = require "tauwerk"

local function fails(text, f)
    local ok, message = pcall(f)
    if ok then error("no error, expected: " .. text, 2) end
    if not message:find(text, 1, true) then error("got: " .. message, 2) end
end

local function pendulum(decorated)
    local s = tw.scene { gravity = "earth" }
    local rod = s:rod { name = "rod", length = 1, radius = 0.05, orientation = tw.euler(0, 1, 0) }
    local pivot = s:connect(rod.end1, s:nail(rod.end1.position))
    if decorated then
        s:prop { kind = "sphere", radius = 0.1, on = rod.end2 }
        s:trail { point = rod.end2, seconds = 0.5, radius = 0.02 }
        s:plume { of = pivot }
        s:arrow { at = rod, value = function() return pivot.force end, scale = 0.01 }
    end
    local ball = s:sphere { radius = 0.1, position = { 3, 0, 0 } }
    return s, rod, pivot, ball
end

tw.test("the motion is the same with props and without", function()
    local plain, _, _, ball = pendulum(false)
    local s, _, _, other = pendulum(true)
    assert(plain:hash() == s:hash())
    plain:advance(1)
    s:advance(1)
    assert(plain:hash() == s:hash())
    assert(ball.name == other.name)
    assert(select(3, plain:energy()) == select(3, s:energy()))
end)

tw.test("fields are read, assigned and ramped", function()
    local s, rod, pivot = pendulum(false)
    local p = s:prop { kind = "rod", from = { 0, 0, 0 }, to = { 0, 0, 2 }, radius = 0.1, color = { 1, 0, 0 } }
    assert(p.name == "prop1" and p.kind == "rod" and p.radius == 0.1 and p.on == nil)
    assert(p.to == tw.vec3(0, 0, 2))
    p.radius = function(t) return 0.1 + t end
    s:ramp { p, "position", to = { 1, 0, 0 }, t1 = 2 }
    s:ramp { p, "opacity", to = 0, t1 = 2 }
    p.material.color = { 0, 1, 0 }
    p.material = "steel"
    p.on = rod
    s:advance(1)
    assert(math.abs(p.radius - 1.1) < 1e-12 and math.abs(p.position.x - 0.5) < 1e-12)
    assert(p.on.body == rod)
    local arrow = s:arrow { name = "pull", at = rod.end1, value = { 0, 0, 1 } }
    assert(arrow.value == tw.vec3(0, 0, 1) and arrow.kind == "arrow" and arrow.scale == 1)
    arrow.value = function() return pivot.force end
    arrow.value = { 1, 0, 0 }
    local plume = s:plume { of = pivot, max_length = 1 }
    plume.max_length = nil
    assert(plume.metres_per_newton == 0.01)
    local trail = s:trail { point = rod.end2 }
    trail.seconds = 3
    assert(tostring(trail) == "trail 'trail1'")
end)

tw.test("groups name, place and default them", function()
    local s = tw.scene {}
    local g = s:group { name = "g", position = { 1, 0, 0 }, orientation = tw.axis_angle({ 0, 0, 1 }, tw.rad(90)),
                        color = { 0, 0, 1 } }
    local p = g:prop { kind = "box", size = { 1, 1, 1 }, position = { 1, 0, 0 } }
    assert(p.name == "g/prop1" and (p.position - tw.vec3(1, 1, 0)):length() < 1e-12)
    assert(p.color == tw.vec3(0, 0, 1))
    local body = g:box { size = { 1, 1, 1 } }
    local q = g:prop { kind = "box", size = { 1, 1, 1 }, on = body, position = { 1, 0, 0 } }
    assert(q.position == tw.vec3(1, 0, 0)) -- in the body's axes
    assert(s:find("g/prop1") == p)
    g:set { color = { 1, 0, 0 }, visible = false }
    assert(p.color == tw.vec3(1, 0, 0) and not q.visible)
    assert(#g.props == 2 and g.props[1] == p and #s.props == 2)
    local steel = s:group { material = "steel" }
    local hold = steel:connect(body.center, s:nail { 0, 0, 0 })
    assert(steel:plume { of = hold }.material.metallic == 0)
    assert(steel:prop { kind = "sphere", radius = 1 }.material.metallic == 1)
    g:remove()
    assert(not p:exists() and not q:exists())
end)

tw.test("they go with what they stand on", function()
    local s, rod, pivot, ball = pendulum(false)
    local on = s:prop { kind = "sphere", radius = 1, on = ball }
    local loose = s:prop { kind = "sphere", radius = 1 }
    local trail = s:trail { point = ball.center }
    local plume = s:plume { of = pivot }
    local hash = s:hash()
    ball:remove()
    assert(not on:exists() and not trail:exists() and loose:exists() and plume:exists())
    pivot:remove()
    assert(not plume:exists())
    loose:remove()
    fails("prop 'prop2' was removed", function() return loose.radius end)
    assert(s:hash() ~= hash)
    s:advance(0.2)
end)

tw.test("a snapshot brings them back", function()
    local s, rod = pendulum(false)
    local p = s:prop { kind = "sphere", radius = 1, on = rod }
    local t = s:trail { point = rod.end2 }
    s:advance(0.3)
    local save = s:snapshot()
    p.radius = 2
    t:remove()
    local later = s:prop { kind = "torus", major_radius = 1, minor_radius = 0.1 }
    s:advance(0.3)
    s:restore(save)
    assert(p.radius == 1 and t:exists() and not later:exists())
    s:advance(0.3)
end)

tw.test("texts are things with fields, too", function()
    local s, rod = pendulum(false)
    local g = s:group { name = "g" }
    local t = g:text { function(time) return "at " .. time end, at = rod.end1, from = 1, to = 2, fade = 0.1,
                       size = function(time) return 0.05 + 0.01 * time end }
    assert(t:exists() and t.from == 1 and t.at == rod.end1)
    t.to, t.at, t.opacity = 3, "top left", 0.5
    t.fade = nil
    assert(t.to == 3 and t.fade == nil)
    t:remove()
    assert(not t:exists())
    s:text { "hello", at = tw.spline { { 0, { 0, 0, 0 } }, { 1, { 1, 0, 0 } } } }
    fails("scene:text: expected a text or a function first, got 3", function() s:text { 3 } end)
    fails("scene:text: field 'at': expected a point, {x, y, z} or one of 'top left', 'top'", function() s:text { "a", at = "middle" } end)
    fails("scene:text: field 'size': expected a positive number, got 'big'", function() s:text { "a", size = "big" } end)
    fails("text: unknown field 'colour'", function() s:text { "a" }.colour = 1 end)
    fails("text: field 'size': expected a positive number", function() s:text { "a" }.size = "big" end)
    fails("call it with a colon", function() s.text { "a" } end)
end)

tw.test("what is wrong is told", function()
    local s, rod, pivot = pendulum(false)
    fails("scene:prop: field 'kind' is missing", function() s:prop { radius = 1 } end)
    fails("did you mean 'sphere'?", function() s:prop { kind = "spere", radius = 1 } end)
    fails("expected a kind of body, got 'body'", function() s:prop { kind = "body" } end)
    fails("scene:prop: unknown field 'radus'; did you mean 'radius'?", function() s:prop { kind = "sphere", radus = 1 } end)
    fails("unknown field 'density'", function() s:prop { kind = "sphere", radius = 1, density = 1 } end)
    fails("scene:prop: field 'radius' is missing", function() s:prop { kind = "sphere" } end)
    fails("field 'radius': expected a number that is not negative, got -1", function() s:prop { kind = "sphere", radius = -1 } end)
    fails("field 'on': expected a body or a point, got 3", function() s:prop { kind = "sphere", radius = 1, on = 3 } end)
    fails("expected either it or 'from' and 'to', got both", function()
        s:prop { kind = "rod", radius = 1, length = 1, from = { 0, 0, 0 }, to = { 0, 0, 1 } }
    end)
    fails("scene:plume: field 'of': expected a constraint, got rod 'rod'", function() s:plume { of = rod } end)
    fails("scene:plume: field 'of' is missing", function() s:plume {} end)
    fails("scene:trail: field 'point' is missing: expected a body or a point", function() s:trail {} end)
    fails("field 'seconds': expected a number that is not negative", function() s:trail { point = rod, seconds = -1 } end)
    fails("scene:arrow: field 'value' is missing", function() s:arrow { at = rod } end)
    fails("scene:arrow: field 'value': expected", function() s:arrow { at = rod, value = "up" } end)
end)
