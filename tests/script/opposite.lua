-- Joints that start with opposite axes: no false goal, and the way out is always the same.
local tw = require "tauwerk"

-- a box turned by `q` at a joint whose points coincide
local function joint(kind, q, fields)
    local scene = tw.scene { tau = 0.1 }
    local b = scene:box { size = { 0.2, 0.3, 0.8 }, orientation = q }
    local t = { a = b, at_a = { 0, 0, 0 }, at_b = { 0, 0, 0 }, axis_a = { 0, 0, 1 }, axis_b = { 0, 0, 1 } }
    for k, v in pairs(fields or {}) do t[k] = v end
    return scene, scene[kind](scene, t), b
end

local function size(d)
    local sum = 0
    for i = 1, #d do sum = sum + d[i] * d[i] end
    return math.sqrt(sum)
end

local kinds = {
    { "hinge", math.pi, "align" }, { "cylindrical", math.pi }, { "planar", math.pi }, { "screw", (math.pi ^ 2 + 0.01) ^ 0.5, pitch = 0.2 },
    { "slider", math.pi }, { "weld", math.pi }, { "hinge", 1, "quaternion" }
}
for _, k in ipairs(kinds) do
    tw.test("opposite axes of a " .. k[1] .. (k[3] or ""), function()
        local scene, c, b = joint(k[1], tw.euler(math.pi, 0, 0), { pitch = k.pitch, formulation = k[3] })
        assert(math.abs(size(c.deviation) - k[2]) < 1.01e-5)
        scene:advance(0.1)
        -- it leaves by the law of its deviation at rest ...
        assert(math.abs(size(c.deviation) - k[2] * 2 * math.exp(-1)) < 2e-5 * k[2])
        -- ... in the plane of x of the frame on b for a chart of axes, else about the axis that the turn has
        local axis = b.orientation * tw.vec3(0, 0, 1)
        if k[1] == "slider" or k[1] == "weld" or k[3] == "quaternion" then
            assert(math.abs(axis.x) < 1e-6 and math.abs(axis.y) > 0.1)
        else
            -- the thread turns the body a little before the axis has left
            assert(math.abs(axis.y) < (k[1] == "screw" and 1e-3 or 1e-6) and axis.x > 0.1)
        end
        scene:advance(2.4)
        assert(size(c.deviation) < 1e-7 and (b.orientation * tw.vec3(0, 0, 1)).z > 1 - 1e-12)
    end)
end

for _, q in ipairs { tw.quat(1, 0, 0, 0), tw.euler(math.pi, 0, 0) } do
    tw.test("parallel axes of a universal joint, z of one " .. (q * tw.vec3(0, 0, 1)).z, function()
        local scene, c, b = joint("universal", q)
        assert(math.abs(math.abs(c.deviation[4]) - math.pi / 2) < 1.01e-5)
        scene:advance(2.5)
        local axis = b.orientation * tw.vec3(0, 0, 1)
        assert(math.abs(c.deviation[4]) < 1e-7 and math.abs(axis.z) < 1e-7 and axis.x > 1 - 1e-9)
    end)
end
