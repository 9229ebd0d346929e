local tw = require "tauwerk"
local function near(a, b) return math.abs(a - b) < 1e-14 end

tw.test("vectors", function()
    local a, b = tw.vec3(1, 2, 3), tw.vec3 { 4, 5, 6 }
    assert(a + b == tw.vec3(5, 7, 9) and b - a == tw.vec3(3, 3, 3))
    assert(a * 2 == tw.vec3(2, 4, 6) and 2 * a == a * 2 and b / 2 == tw.vec3(2, 2.5, 3))
    assert(-a == tw.vec3(-1, -2, -3) and a:dot(b) == 32)
    assert(a:cross(b) == tw.vec3(-3, 6, -3))
    assert(tw.vec3(3, 4, 0):length() == 5 and tw.vec3(0, 0, 2):normalized() == tw.vec3(0, 0, 1))
    assert(a.x == 1 and a.y == 2 and a.z == 3 and a[1] == 1 and a[2] == 2 and a[3] == 3 and #a == 3)
    assert(a + { 1, 1, 1 } == tw.vec3(2, 3, 4) and { 1, 1, 1 } + a == tw.vec3(2, 3, 4))
    assert(tostring(a) == "(1, 2, 3)")
    local sum = 0
    for _, x in ipairs(a) do sum = sum + x end
    assert(sum == 6)
end)

tw.test("quaternions", function()
    local q = tw.axis_angle({ 0, 0, 1 }, tw.deg(90))
    local v = q * tw.vec3(1, 0, 0)
    assert(near(v.x, 0) and near(v.y, 1) and near(v.z, 0))
    local back = q:inverse() * v
    assert(near(back.x, 1) and near(back.y, 0))
    assert(near(tw.deg(180), math.pi) and tw.rad(90) == tw.deg(90))
    -- Rz Ry Rx: x is turned first
    local e = tw.euler(tw.deg(90), 0, tw.deg(90)) * tw.vec3(0, 1, 0)
    assert(near(e.x, 0) and near(e.y, 0) and near(e.z, 1))
    local r = tw.rotation({ 0, 0, 2 }, { 3, 0, 0 }) * tw.vec3(0, 0, 1)
    assert(near(r.x, 1) and near(r.z, 0))
    assert(tw.quat(1, 0, 0, 0) * q == q)
end)

tw.test("functions of numbers", function()
    assert(near(tw.math.sin(1), math.sin(1)) and near(tw.math.atan(1, -1), math.atan(1, -1)))
    assert(tw.math.max(1, 5, 3) == 5 and tw.math.min(2, 1) == 1 and tw.math.floor(-1.5) == -2)
    assert(tw.math.select(0, 1, 2) == 1 and tw.math.select(-1, 1, 2) == 2)
    assert(near(tw.math.log(8, 2), 3) and tw.math.clamp(3, 0, 1) == 1 and tw.math.ceil(1.2) == 2)
    local s = tw.spline { { 0, 0 }, { 1, 1 }, { 2, 0 }, ends = "rest" }
    assert(near(s(1), 1) and s(5) == 0)
end)
