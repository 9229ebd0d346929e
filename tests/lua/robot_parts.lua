-- tw.import of MJCF: flags, copies by <replicate>, shells, geoms fitted to meshes
local tw = require "tauwerk"
local robots = require "_robots"
local near, made = robots.near, robots.made

-- flags: what they switch off is left out
local robot, told = made [[<option><flag passive="disable" limit="disable" equality="disable" frictionloss="disable" actuation="disable" energy="enable"/></option>
    <worldbody><body><joint name="h" axis="1 0 0" stiffness="2" range="-1 1" frictionloss="1"/><geom size=".1" pos="0 0 .2"/></body></worldbody>
    <actuator><motor joint="h"/></actuator><equality><joint joint1="h"/></equality>]]
assert(#robot.group.forces == 0 and #robot.group.constraints == 1 and not robot.joint.h.friction and #robot.motors == 0)
assert(told:find "attribute 'energy' of <flag> is passed over", told)

-- copies, each further along and turned; copies in copies; names get numbers of as many digits as the count
robot = made [[<compiler eulerseq="xyz"/><worldbody><replicate count="3" offset="1 0 0" euler="0 0 90" sep="-"><body name="arm" pos="0 0 1">
    <joint name="turn" axis="0 0 1"/><replicate count="10" offset="0 0 .5"><geom size=".1"/><site name="s"/></replicate></body></replicate></worldbody>]]
assert(#robot.bodies == 3 and robot.joint["turn-2"] and robot.point["s09-1"] and #robot.model.bodies[2].geoms == 10)
for i, at in ipairs { { 0, 0, 1 }, { 1, 0, 1 }, { 1, 1, 1 } } do
    local arm = robot.body["arm-" .. i - 1]
    near((arm:to_world(arm:authored { 0, 0, 0 }) - tw.vec3(at)):length(), 0, 1e-12, "copy " .. i)
end
robot = made('<worldbody><replicate count="' .. ("0"):rep(120) .. '3"><body name="b"><freejoint/><geom size=".1"/></body></replicate></worldbody>')
assert(robot.body.b2, "zeros before the count make names no longer")
for text, wrong in pairs { ['count="0"'] = "whole number", ['count="1.5"'] = "whole number", [""] = "'count' is missing", ['count="99999"'] = "10000 copies" } do
    local _, reason = made("<worldbody><replicate " .. text .. "><body/></replicate></worldbody>")
    assert(reason:find(wrong), reason)
end

-- shells: what a solid gains when it grows by a little on all sides, per length
local function geom_of(attributes)
    local r = made("<worldbody><body><freejoint/><geom " .. attributes .. "/></body></worldbody>")
    local I = r.bodies[1].inertia
    return r.bodies[1].mass, type(I[1]) == "number" and I or { I[1][1], I[2][2], I[3][3] }
end
local e = 1e-4
for kind, size in pairs { sphere = { .3 }, capsule = { .2, .5 }, cylinder = { .2, .5 }, box = { .2, .3, .4 } } do
    local function solid(by)
        local s = {}
        for k, x in ipairs(size) do s[k] = x + ((kind == "capsule" and k == 2) and 0 or by) end
        return geom_of('type="' .. kind .. '" density="1" size="' .. table.concat(s, " ") .. '"')
    end
    local mass, I = geom_of('type="' .. kind .. '" density="1" shellinertia="true" size="' .. table.concat(size, " ") .. '"')
    local more, J = solid(e)
    local less, K = solid(-e)
    near(mass, (more - less) / (2 * e), 1e-6, kind .. ": area")
    for k = 1, 3 do near(I[k], (J[k] - K[k]) / (2 * e), 1e-6, kind .. ": moment of the shell") end
end
local mass, I = geom_of 'type="ellipsoid" density="1" shellinertia="true" size=".3 .3 .3"'
local round, J = geom_of 'type="sphere" density="1" shellinertia="true" size=".3"'
near(mass, round, 1e-9, "a round ellipsoid")
near(I[1], J[1], 1e-5, "its moment")

-- geoms fitted to a mesh: a box fits a box, whose moments it has; others have sizes from that
local cube = '<asset><mesh name="m" %s vertex="0 0 0 .2 0 0 0 .4 0 .2 .4 0 0 0 .6 .2 0 .6 0 .4 .6 .2 .4 .6"/></asset>'
robot = made(cube:format "" .. [[<worldbody><body><freejoint/><geom type="box" mesh="m"/></body><body><freejoint/><geom type="capsule" mesh="m" fitscale="2"/></body>
    <body><freejoint/><geom type="mesh" mesh="m" shellinertia="true" density="1"/></body></worldbody>]])
local f = robot.model.bodies[1].geoms[1].fields.size
near(math.abs(f[1] - .2) + math.abs(f[2] - .4) + math.abs(f[3] - .6), 0, 1e-9, "a fitted box")
near((robot.bodies[1].position - tw.vec3(.1, .2, .3)):length(), 0, 1e-9, "its place")
f = robot.model.bodies[2].geoms[1].fields
near(f.radius, 2 * .15, 1e-9, "a fitted capsule")
near(f.length, 2 * 2 * (.3 - .075), 1e-9, "its length")
near(robot.bodies[3].mass, 2 * (.2 * .4 + .2 * .6 + .4 * .6), 1e-9, "the shell of a mesh")

-- how meshes weigh: a tetrahedron and a prism with a notch, and an open mesh; `box` and `legacy` as MuJoCo 2.2.2 has them (single precision)
local tet = 'vertex="0 0 0  1 0 0  0 2 0  0 0 3" face="0 2 1  0 1 3  1 2 3  2 0 3"'
local vee = 'vertex="0 0 0  2 0 0  .5 .5 0  0 2 0  0 0 1  2 0 1  .5 .5 1  0 2 1" face="0 2 1  0 3 2  4 5 6  4 6 7  0 1 5  0 5 4  1 2 6  1 6 5  2 3 7  2 7 6  3 0 4  3 4 7"'
local function weigh(mesh, said, rule, compiler)
    local r, notices = made((compiler or "") .. '<asset><mesh name="m" ' .. mesh .. " " .. said .. '/></asset><worldbody><body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody>',
        { mesh_inertia = rule })
    local b = r.bodies[1]
    local I = type(b.inertia[1]) == "number" and b.inertia or { b.inertia[1][1], b.inertia[2][2], b.inertia[3][3] }
    return b.mass, I[1] + I[2] + I[3], b.position.x, notices
end
local function weighs(what, within, mesh, said, rule, compiler, want)
    local m, trace, x, notices = weigh(mesh, said, rule, compiler)
    near(m, want[1], within, what .. ": mass")
    near(trace, want[2], within, what .. ": moments")
    near(x, want[3], within, what .. ": place")
    return notices
end
local of_tet, of_vee = { 1000, 1050, .25 }, { 1000, 1000, .5 }
weighs("tetrahedron, exact", 1e-12, tet, "", nil, nil, of_tet)
weighs("tetrahedron, convex", 1e-12, tet, "", "convex", nil, of_tet)
weighs("tetrahedron, legacy", 1e-12, tet, "", "legacy", nil, of_tet)
weighs("tetrahedron, box", 1e-7, tet, "", "box", nil, { 1394.2740046, 1463.9877047, .25 })
assert(weighs("prism", 1e-12, vee, "", nil, nil, of_vee):find "not convex weighs as its volume")
assert(not weighs("prism, exact", 1e-12, vee, "", "exact", nil, of_vee):find "weighs")
assert(not weighs("prism, exact by the mesh", 1e-12, vee, 'inertia="exact"', "box", nil, of_vee):find "weighs")
assert(not weighs("prism, exact by the compiler", 1e-12, vee, "", "box", '<compiler exactmeshinertia="true"/>', of_vee):find "weighs")
weighs("prism, convex", 1e-12, vee, 'inertia="convex"', nil, nil, { 2000, 4000 * (4 / 18 + 4 / 18 + 1 / 12), 2 / 3 })
weighs("prism, box", 1e-6, vee, "", "box", nil, { 2007.4588128, 2029.3367304, .5391076 })
weighs("prism, legacy", 1e-6, vee, "", "legacy", nil, { 1104.287, 1104.287 * 1.0108983642, .5391076 })
weighs("inside out", 1e-12, tet:gsub('face=.*', 'face="0 1 2  0 3 1  1 3 2  2 3 0"'), "", nil, nil, of_tet)
assert(weighs("open", 1e-12, tet:gsub(" 2 0 3\"", '"'), "", nil, nil, of_tet):find "not closed weighs as its convex hull")
local _, wrong = made('<asset><mesh name="m" ' .. tet .. ' inertia="box"/></asset><worldbody/>')
assert(wrong:find "expected convex, exact, legacy or shell, got 'box'", wrong)
