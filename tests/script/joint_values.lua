-- Pitch and phase that vary with time.
local tw = require "tauwerk"

tw.test("a pitch that varies", function()
    local scene = tw.scene { tau = 0.1 }
    local b = scene:box { size = { 0.2, 0.3, 0.8 } }
    local c = scene:screw { a = b, at = { 0, 0, 0 }, axis = { 0, 0, 1 }, pitch = function(t) return 0.2 + 0.1 * t end }
    scene:motor { joint = c, angle = function(t) return 3 * t * t end }
    scene:advance(2)
    assert(math.abs(c.angle - 12) < 1e-7 and math.abs(c.position - 0.4 * 12 / (2 * math.pi)) < 1e-7)
    c.pitch = 0.1
    scene:advance(3)
    assert(math.abs(c.position - 0.1 * 75 / (2 * math.pi)) < 1e-7 and c.pitch == 0.1)
end)

tw.test("a phase that varies turns one wheel against the other", function()
    local scene = tw.scene { tau = 0.1 }
    local a, b = scene:sphere { radius = 0.3 }, scene:sphere { radius = 0.3, position = { 1, 0, 0 } }
    local h = scene:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
    local s = scene:slider { a = b, at = { 1, 0, 0 }, axis = { 0, 0, 1 } }
    local c = scene:rack { a = h, b = s, ratio = 0.5, phase = function(t) return 0.3 * tw.math.sin(t) ^ 2 end }
    scene:motor { joint = h, speed = 1 }
    scene:advance(2)
    assert(math.abs(s.position - 0.5 * h.angle - 0.3 * math.sin(2) ^ 2) < 1e-7)
    c.phase = nil
    assert(c.phase == nil)
end)

tw.test("a ratio that varies: a gear that shifts", function()
    local scene = tw.scene { tau = 0.1 }
    local a, b = scene:sphere { radius = 0.3 }, scene:sphere { radius = 0.3, position = { 1, 0, 0 } }
    local h = scene:hinge { a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
    local k = scene:hinge { a = b, at = { 1, 0, 0 }, axis = { 0, 0, 1 } }
    local c = scene:gear { a = h, b = k, ratio = function(t) return -1 - 0.5 * tw.math.sin(t) end }
    scene:motor { joint = h, angle = function(t) return t * t end }
    scene:advance(2)
    assert(math.abs(k.angle + (1 + 0.5 * math.sin(2)) * 4) < 1e-7 and math.abs(h.angle - 4) < 1e-7)
    c.ratio = 2
    assert(math.abs(c.deviation) < 1e-12)
    local begin = k.angle
    scene:advance(1)
    assert(math.abs(k.angle - begin - 2 * 5) < 1e-2)
end)
