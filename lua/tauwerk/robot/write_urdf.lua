-- A tree (tauwerk/robot/tree.lua) as URDF: links have their joints as origins. What URDF cannot say is told, or an error where
-- the robot would be another one.
local tw, host, texts = ...

local lines, notices, mimics
local name, number, numbers = texts.name, texts.number, texts.numbers

local function put(format, ...) lines[#lines + 1] = string.format(format, ...) end

local function tell(format, ...)
    local text = string.format(format, ...)
    if not notices[text] then host.notice("export: " .. text) end
    notices[text] = true
end

-- roll, pitch and yaw: turns about the fixed axes x, y, z
local function rpy(q)
    local x, y, z = q * tw.vec3(1, 0, 0), q * tw.vec3(0, 1, 0), q * tw.vec3(0, 0, 1)
    if math.abs(x.z) > 1 - 1e-12 then -- looks straight up or down: the yaw is free
        return tw.math.atan2(-z.y, y.y), x.z < 0 and math.pi / 2 or -math.pi / 2, 0
    end
    return tw.math.atan2(y.z, z.z), tw.math.asin(-x.z), tw.math.atan2(x.y, x.x)
end

-- digits of the turn are lost where it looks nearly straight up: the quaternion, which Gazebo and Tauwerk read, goes with it
local function origin(x, q)
    local roll, pitch, yaw = rpy(q)
    return string.format('<origin xyz="%s" rpy="%s" quat_xyzw="%s"/>', numbers(x.x, x.y, x.z), numbers(roll, pitch, yaw), numbers(q.x, q.y, q.z, q.w))
end

local sizes = {
    sphere = function(s) return string.format('<sphere radius="%s"/>', number(s[1])) end,
    cylinder = function(s) return string.format('<cylinder radius="%s" length="%s"/>', number(s[1]), number(s[2])) end,
    capsule = function(s) return string.format('<capsule radius="%s" length="%s"/>', number(s[1]), number(s[2])) end,
    box = function(s) return string.format('<box size="%s"/>', numbers(s[1], s[2], s[3])) end,
}

local function solids(own, shift)
    for _, s in ipairs(host.shapes(own.object)) do
        if sizes[s.kind] then
            local inner = origin(s.position + shift, s.orientation) .. "<geometry>" .. sizes[s.kind](s) .. "</geometry>"
            local color = texts.color(own.object)
            put('    <visual>%s%s</visual>', inner,
                color and string.format('<material name="%s"><color rgba="%s"/></material>', name(own.object), color) or "")
            if own.object.collide then put("    <collision>%s</collision>", inner) end
        else
            texts.no_solid(own.object, s)
        end
    end
end

local function link(own)
    local I, shift = texts.matrix(own.object.inertia), own.frame * -1
    put('  <link name="%s">', name(own.object))
    if own.armature ~= 0 then tell("%s: its armature is left out: URDF has none", tostring(own.object)) end
    put('    <inertial>%s<mass value="%s"/>', string.format('<origin xyz="%s"/>', numbers(shift.x, shift.y, shift.z)), number(own.object.mass))
    put('      <inertia ixx="%s" iyy="%s" izz="%s" ixy="%s" ixz="%s" iyz="%s"/></inertial>', number(I[1][1]), number(I[2][2]), number(I[3][3]),
        number(I[1][2]), number(I[1][3]), number(I[2][3]))
    solids(own, shift)
    put "  </link>"
end

local kinds = { hinge = "continuous", slide = "prismatic", planar = "planar" }

local function limits(j)
    if j.lower or j.upper then
        return string.format('<limit lower="%s" upper="%s" effort="1e9" velocity="1e9"/>', number(j.lower or -1e9), number(j.upper or 1e9))
    end
    return j.kind == "slide" and '<limit lower="-1e9" upper="1e9" effort="1e9" velocity="1e9"/>' or ""
end

local function check(j)
    if j.stiffness ~= 0 then tell("%s: its spring is left out: URDF has none", tostring(j.object)) end
    if j.armature ~= 0 then tell("%s: its armature is left out: URDF has none", tostring(j.object)) end
    if math.abs(j.value) > 1e-12 then tell("%s stands at %g: in URDF robots begin with all joints at 0", tostring(j.object), j.value) end
end

-- the text of <mimic> by joints: of two that a coupling has, the first without one follows the other; none follows itself
local function find_mimics(tree)
    local written = {}
    for _, own in ipairs(tree.bodies) do written[own.planar or own.joints[1] or own] = true end
    mimics = {}
    local leader = {} -- by joints: the joint that it follows
    local function may_follow(p, q)
        if leader[p] then return false end
        while q and q ~= p do q = leader[q] end
        return q == nil
    end
    for _, c in ipairs(tree.couplings) do
        local p, q = c.terms[1], c.terms[2]
        local two = #c.terms == 2 and written[p.joint] and written[q.joint]
        if two and not may_follow(p.joint, q.joint) then p, q = q, p end
        if two and may_follow(p.joint, q.joint) then
            leader[p.joint] = q.joint
            mimics[p.joint] = string.format('<mimic joint="%s" multiplier="%s" offset="%s"/>', name(q.joint), number(-q.ratio / p.ratio),
                number(c.value / p.ratio))
        else
            tell("coupling '%s' is left out: %s", c.name, two and "its joints follow others already" or "URDF's mimic couples two joints")
        end
    end
end

-- from the parent's frame to that of the link: places in body axes, less the parent's own shift; the joint's value is taken back
local function joint(tree, own, parent)
    local j, x, q = own.planar or own.joints[1], own.x + own.q * own.frame, own.q
    if j and j.kind == "hinge" then q = q * tw.axis_angle(j.axis, -j.value) end
    if j and j.kind == "slide" then x = x - own.q * (j.axis * j.value) end
    if parent then x = x - parent.frame end
    local kind = j and (j.kind == "hinge" and (j.lower or j.upper) and "revolute" or kinds[j.kind]) or own.free and "floating" or "fixed"
    put('  <joint name="%s" type="%s">', j and name(j) or name(own.object) .. ".joint", kind)
    put('    <parent link="%s"/><child link="%s"/>%s', parent and name(parent.object) or "world", name(own.object), origin(x, q))
    if j then
        check(j)
        put('    <axis xyz="%s"/>%s', numbers(j.axis.x, j.axis.y, j.axis.z), limits(j) .. (mimics[j] or ""))
        if j.damping ~= 0 or j.friction ~= 0 then put('    <dynamics damping="%s" friction="%s"/>', number(j.damping), number(j.friction)) end
    end
    put "  </joint>"
end

local function tell_rest(tree)
    for _, e in ipairs(tree.efforts) do tell("%s: its effort is left out: URDF has no drives that act by themselves", tostring(e.object)) end
    for _, t in ipairs(tree.tendons) do tell("spring '%s' over several joints is left out", t.name) end
    for _, s in ipairs(tree.strings) do tell("spring '%s' between points is left out", s.name) end
    for _, e in ipairs(tree.loops) do tell("'%s' closes a loop, which URDF cannot say: add it by the option loops of tw.import", e.name) end
    if tree.ground then tell("the ground is left out: URDF has none") end
    if #tree.excludes > 0 then tell("%d pairs that do not touch are left out: URDF has none", #tree.excludes) end
end

return function(tree)
    lines, notices = {}, {}
    local roots = 0
    for _, own in ipairs(tree.bodies) do
        if own.parent == 0 then roots = roots + 1 end
        if (#own.joints > 1 and not own.planar) or (own.joints[1] and own.joints[1].kind == "ball") then
            tw.fail("export: %s: URDF joints have one freedom; FILE.xml (MJCF) has this one", tostring(own.joints[1].object))
        end
        own.frame = own.joints[1] and own.joints[1].at or tw.vec3(0, 0, 0)
    end
    find_mimics(tree)
    -- one root that is free needs no world if the file's origin can be its own
    local g, root = tree.gravity, tree.bodies[1]
    local alone = roots == 1 and root.free and math.abs(root.q.w) >= 1 - 1e-15
    if alone then root.frame = -root.x end
    if (g - tw.vec3(0, 0, -9.81)):length() > 1e-12 then tell("URDF has no gravity: readers take 9.81 m/s² down") end
    put('<robot name="%s">', texts.escape(tree.name))
    if not alone then put '  <link name="world"/>' end
    for _, own in ipairs(tree.bodies) do link(own) end
    for i, own in ipairs(tree.bodies) do
        if own.parent > 0 then
            joint(tree, own, tree.bodies[own.parent])
        elseif not alone then
            joint(tree, own)
        end
    end
    tell_rest(tree)
    put "</robot>"
    return table.concat(lines, "\n") .. "\n", function(records)
        return "  <tauwerk>\n    <object>" .. table.concat(records, "</object>\n    <object>") .. "</object>\n  </tauwerk>\n"
    end
end
