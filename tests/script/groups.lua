local tw = require "tauwerk"
require "tauwerk.models"
local scene = tw.scene { name = "groups", gravity = "earth" }
local function near(a, b) return (a - b):length() < 1e-12 end

tw.test("frames and defaults", function()
    local g = scene:group { name = "g", position = { 1, 0, 0 }, orientation = tw.axis_angle({ 0, 0, 1 }, tw.deg(90)),
        density = 2000, tau = 0.5 }
    local a = g:sphere { name = "a", radius = 0.1, position = { 1, 0, 0 }, velocity = { 1, 0, 0 } }
    assert(a.name == "g/a" and near(a.position, tw.vec3(1, 1, 0)) and near(a.velocity, tw.vec3(0, 1, 0)))
    assert(a.density == 2000 and g:find "a" == a and scene:find "g/a" == a)
    local b = g:sphere { radius = 0.1 }
    assert(b.name == "g/sphere1" and near(b.position, tw.vec3(1, 0, 0)))
    local path = g:path(function(t) return { t, 0, 0 } end)
    local c = g:connect(a.center, g:nail { 2, 0, 0 })
    assert(near(c.deviation, tw.vec3(0, -1, 0)) and c.tau == 0.5)
    local inner = g:group { name = "inner", position = { 0, 0, 1 }, density = 10 }
    local d = inner:sphere { radius = 0.1, position = { 1, 0, 0 } }
    assert(near(d.position, tw.vec3(1, 1, 1)) and d.density == 10 and d.name == "g/inner/sphere1")
    assert(#g.bodies == 3 and #inner.bodies == 1 and #g.constraints == 1 and not g.met)
    g:disable()
    assert(not c.enabled and g.met)
    g:enable()
    g:set { friction = 0.25 }
    assert(d.friction == 0.25)
    g:place { position = { 0, 0, 0 } }
    assert(near(a.position, tw.vec3(0, 1, 0)))
    assert(near(path.position, tw.vec3(1, 0, 0))) -- points in space stay
    g:scatter { min = { 0, 0, 0 }, max = { 1, 1, 1 } }
    g:remove()
    assert(not a:exists() and not d:exists() and not g:exists() and #scene.bodies == 0)
end)

tw.test("models", function()
    tw.model("pair", { gap = { default = 1, min = 0 }, color = { 1, 0, 0 } }, function(g, t)
        g:sphere { name = "left", radius = 0.1, position = { -t.gap / 2, 0, 0 }, color = t.color }
        g:sphere { name = "right", radius = 0.1, position = { t.gap / 2, 0, 0 } }
    end)
    local p = scene:pair { gap = 2, position = { 0, 0, 5 } }
    assert(p.name == "pair1" and near(scene:find("pair1/right").position, tw.vec3(1, 0, 5)))
    local chain = scene:chain { count = 4, from = { 0, 0, 3 }, to = { 1, 0, 3 } }
    assert(#chain.bodies == 4 and #chain.constraints == 5)
    local ladder = scene:ladder { count = 2, from = { 3, 0, 2 }, to = { 3, 0, 0 } }
    assert(ladder.met and #ladder.bodies == 6)
    local bridge = scene:bridge { count = 3, from = { 0, 3, 1 }, to = { 3, 3, 1 } }
    assert(#bridge.bodies == 3 and #bridge.constraints == 8)
    scene:rope { count = 6, from = { 0, 6, 3 }, to = { 2, 6, 3 }, connect = "begin" }
end)

tw.test("the paper's program", function()
    local made = require "tauwerk.barzel"
    make("rod", "upper-rod")
    make("rod", "lower-rod")
    make("nail", "nail", 0, 0, 100)
    connect(end1 "upper-rod", "nail")
    connect(end2 "upper-rod", end1 "lower-rod")
    gravity_on()
    made():advance(6)
    assert(made():find "upper-rod".end1.position.z > 99.999)
    assert(#made().constraints == 2 and made().constraints[2].met)
end)

tw.test("a group's orientation, and the constraint of that name made in it", function()
    local scene = tw.scene { name = "both" }
    local turn = tw.axis_angle({ 0, 0, 1 }, tw.deg(90))
    local g = scene:group { name = "g", orientation = turn, tau = 0.05 }
    local b = g:box { name = "b", size = { 1, 1, 1 } }
    local c = g:orientation { body = b, name = "facing", to = tw.quat(1, 0, 0, 0) }
    assert(c.name == "g/facing" and c.kind == "orientation" and c.tau == 0.05)
    assert(g.orientation == turn)
    local model = tw.quat(1, 0, 0, 0)
    local ok, message = pcall(function() return model(3) end)
    assert(not ok and message:find("attempt to call a quaternion with", 1, true), message)
    ok, message = pcall(function() g:orientation { body = b, nme = "x" } end)
    assert(not ok and message:find("unknown field 'nme'", 1, true), message)
    assert(message:find("groups.lua:", 1, true), message)
end)
