-- A robot by tw.import against what MuJoCo makes of its file (mujoco.c): the greatest differences of masses and moments
-- (relative), of places at the reference pose and in the fall (m).
--   tauwerk lua compare.lua ROBOT TABLE [armature=0|1] [stepper=NAME]
local tw = require "tauwerk"
local file, recorded = ...
local want, set = dofile(recorded), { stepper = "auto", armature = "1" }
for _, word in ipairs { select(3, ...) } do
    local name, value = word:match "^(%w+)=(%w+)$"
    set[name or error("unknown setting " .. word)] = value
end

local scene = tw.scene { gravity = want.gravity, rtol = 1e-10, atol = 1e-13, stepper = set.stepper }
local robot = tw.import(file, { scene = scene, limits = false, visuals = false, contacts = false, actuators = false, friction = false, world = false,
    armature = set.armature ~= "0", mesh_inertia = "box", base = file:find "%.urdf$" and "fixed" or nil }) -- MuJoCo fastens the root of URDF
if want.equalities == 0 then -- MuJoCo passes over what URDF couples
    for _, e in ipairs(robot.equalities) do e:disable() end
end

local function body(i, w) return w[1] ~= "" and robot.body[w[1]] or robot.bodies[i] end

-- trace, minors and determinant of a moment of inertia
local function invariants(m)
    if type(m[1]) == "number" then m = { { m[1], 0, 0 }, { 0, m[2], 0 }, { 0, 0, m[3] } } end
    local trace = m[1][1] + m[2][2] + m[3][3]
    local minors = m[1][1] * m[2][2] - m[1][2] ^ 2 + m[1][1] * m[3][3] - m[1][3] ^ 2 + m[2][2] * m[3][3] - m[2][3] ^ 2
    local det = m[1][1] * (m[2][2] * m[3][3] - m[2][3] * m[3][2]) - m[1][2] * (m[2][1] * m[3][3] - m[2][3] * m[3][1])
        + m[1][3] * (m[2][1] * m[3][2] - m[2][2] * m[3][1])
    return { trace, minors, det }
end

local function relative(a, b) return math.abs(a - b) / math.max(math.abs(b), 1e-300) end

if #robot.bodies ~= #want.bodies and not file:find "%.urdf$" then -- the root of URDF is no body of MuJoCo
    print(string.format("%s: %d bodies, MuJoCo has %d", file, #robot.bodies, #want.bodies))
    os.exit(1)
end
local mass, moment, pose, fall = 0, 0, 0, 0
for i, w in ipairs(want.bodies) do
    if w[2] > 0 then
        mass = math.max(mass, relative(body(i, w).mass, w[2]))
        local got, expected = invariants(body(i, w).inertia), invariants(w[3])
        for k = 1, 3 do moment = math.max(moment, relative(got[k], expected[k])) end
    end
end

robot:pose(want.pose)
local worst = ""
for _, s in ipairs(want.samples) do
    scene:advance_to(s[1])
    for i, w in ipairs(want.bodies) do
        local d = w[2] > 0 and (body(i, w).position - tw.vec3(s[i + 1])):length() or 0
        if s[1] == 0 then pose = math.max(pose, d) end
        if d > fall then fall, worst = d, string.format("%s at %g s", w[1], s[1]) end
    end
end
local within, masses = 1e-9, 1e-9
for _, b in ipairs(robot.model.bodies) do
    for _, geom in ipairs(b.geoms) do
        if geom.kind == "mesh" then within, masses = 1e-6, geom.mass and masses or 1e-6 end -- MuJoCo keeps vertices in single precision
    end
end
local good, falls = mass < masses and moment < within and pose < within, fall < 1e-6
print(string.format("%-8s %s: mass %.1e, moments %.1e, pose %.1e m, fall %.1e m (%s)", good and falls and "right" or "WRONG", file, mass, moment, pose,
    fall, worst))
os.exit(good and (falls and 0 or 3) or 1) -- 3: only the fall differs
