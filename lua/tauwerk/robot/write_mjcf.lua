-- A tree (tauwerk/robot/tree.lua) as MJCF: everything with all digits, bodies with their centres of mass as origins.
local tw, host, texts = ...

local name, number, numbers = texts.name, texts.number, texts.numbers
local put, inside, text

local function quat(q) return q.w == 1 and "" or string.format(' quat="%s"', numbers(q.w, q.x, q.y, q.z)) end

local function place(x, q) return string.format('pos="%s"%s', numbers(x.x, x.y, x.z), quat(q)) end

-- ---- solids -------------------------------------------------------------------------------------

local sizes = {
    sphere = function(s) return numbers(s[1]) end,
    capsule = function(s) return numbers(s[1], s[2] / 2) end,
    cylinder = function(s) return numbers(s[1], s[2] / 2) end,
    box = function(s) return numbers(s[1] / 2, s[2] / 2, s[3] / 2) end,
    ellipsoid = function(s) return numbers(s[1], s[2], s[3]) end,
}

local meshes

local function geom(object, shape, x, q)
    local rest = texts.color(object) and string.format(' rgba="%s"', texts.color(object)) or ""
    if object.collide then
        if type(object.friction) == "number" then rest = rest .. string.format(' friction="%s"', numbers(object.friction, 0.005, 0.0001)) end
    else
        rest = rest .. ' contype="0" conaffinity="0"'
    end
    if shape.kind == "mesh" then
        meshes[#meshes + 1] = shape
        return put('<geom type="mesh" mesh="mesh%d" %s%s/>', #meshes, place(x, q), rest)
    end
    if not sizes[shape.kind] then return texts.no_solid(object, shape) end
    put('<geom type="%s" size="%s" %s%s/>', shape.kind, sizes[shape.kind](shape), place(x, q), rest)
end

-- ---- bodies -------------------------------------------------------------------------------------

local function optional(attribute, value) return value ~= 0 and string.format(' %s="%s"', attribute, number(value)) or "" end

local function joint(j, x)
    local t = string.format('<joint name="%s" type="%s" pos="%s"', name(j), j.kind, numbers(x.x, x.y, x.z))
    if j.axis then t = t .. string.format(' axis="%s"', numbers(j.axis.x, j.axis.y, j.axis.z)) end
    t = t .. optional("ref", j.value) .. optional("stiffness", j.stiffness) .. optional("damping", j.damping) .. optional("armature", j.armature)
    t = t .. optional("frictionloss", j.friction)
    if j.stiffness ~= 0 and j.kind ~= "ball" then t = t .. optional("springref", j.rest) end
    if j.lower or j.upper then t = t .. string.format(' limited="true" range="%s"', numbers(j.lower or -1e10, j.upper or 1e10)) end
    put("%s/>", t)
end

local function body(tree, i)
    local own = tree.bodies[i]
    local object = own.object
    inside('body name="%s" %s', function()
        local I = texts.matrix(object.inertia)
        put('<inertial pos="0 0 0" mass="%s" fullinertia="%s"/>', number(object.mass),
            numbers(I[1][1], I[2][2], I[3][3], I[1][2], I[1][3], I[2][3]))
        if own.free then put(own.armature == 0 and "<freejoint/>" or '<joint type="free" armature="%s"/>', number(own.armature)) end
        for _, j in ipairs(own.joints) do joint(j, j.at) end
        for _, shape in ipairs(host.shapes(object)) do geom(object, shape, shape.position, shape.orientation) end
        for _, s in ipairs(own.sites) do put('<site name="%s" pos="%s"/>', texts.escape(s.name), numbers(s.x.x, s.x.y, s.x.z)) end
        for k, child in ipairs(tree.bodies) do
            if child.parent == i then body(tree, k) end
        end
    end, name(object), place(own.x, own.q))
end

local function world(tree)
    local g = tree.ground
    if g then
        put('<geom name="ground" type="plane" size="0 0 1" pos="0 0 %s" friction="%s"/>', number(g.height),
            numbers(type(g.friction) == "number" and g.friction or 1, 0.005, 0.0001))
    end
    for _, s in ipairs(tree.world.sites) do put('<site name="%s" pos="%s"/>', texts.escape(s.name), numbers(s.x.x, s.x.y, s.x.z)) end
    for i, own in ipairs(tree.bodies) do
        if own.parent == 0 then body(tree, i) end
    end
end

-- ---- what connects them -------------------------------------------------------------------------

local function fixed(t, title, extra)
    local sign = extra.rest and extra.rest < 0 and -1 or 1 -- lengths of springs are not negative
    inside('fixed name="%s"%s', function()
        for _, term in ipairs(t.terms) do put('<joint joint="%s" coef="%s"/>', name(term.joint), number(sign * term.ratio)) end
    end, title, extra.rest and string.format(' stiffness="%s" damping="%s" springlength="%s"', number(t.stiffness), number(t.damping),
        number(math.abs(extra.rest))) or "")
end

local function tendons(tree)
    for i, t in ipairs(tree.tendons) do fixed(t, "tendon" .. i, t) end
    for i, c in ipairs(tree.couplings) do fixed(c, "sum" .. i, {}) end
    for i, e in ipairs(tree.efforts) do
        if #e.terms > 1 then fixed(e, "effort" .. i, {}) end
    end
    for i, s in ipairs(tree.strings) do
        inside('spatial name="spring%d" stiffness="%s" damping="%s" springlength="%s"', function()
            put('<site site="%s"/>', texts.escape(s.a))
            put('<site site="%s"/>', texts.escape(s.b))
        end, i, number(s.stiffness), number(s.damping), number(s.rest))
    end
end

-- efforts that act by themselves: actuators that no control changes, on a joint or, as sums, on a tendon
local function efforts(tree)
    for i, e in ipairs(tree.efforts) do
        local one = #e.terms == 1 and e.terms[1]
        put('<general %s gainprm="0" biastype="affine" biasprm="%s 0 0"/>',
            one and string.format('joint="%s" gear="%s"', name(one.joint), number(one.ratio)) or string.format('tendon="effort%d"', i), number(e.value))
    end
end

local function equalities(tree)
    local function of(i) return i > 0 and name(tree.bodies[i].object) or "world" end
    for _, e in ipairs(tree.loops) do
        local anchor = e.at and string.format(' anchor="%s"', numbers(e.at.x, e.at.y, e.at.z)) or ""
        put('<%s body1="%s" body2="%s"%s/>', e.kind, of(e.a), of(e.b), anchor)
    end
    for i, c in ipairs(tree.couplings) do -- what the sum is beyond its length at the reference pose
        local now = 0
        for _, t in ipairs(c.terms) do now = now + t.ratio * t.joint.value end
        put('<tendon tendon1="sum%d" polycoef="%s"/>', i, numbers(c.value - now, 0, 0, 0, 0))
    end
end

local function mesh_assets()
    for i, m in ipairs(meshes) do
        local v, t = {}, {}
        for k, x in ipairs(m.vertices) do v[k] = numbers(x.x, x.y, x.z) end
        for k, x in ipairs(m.triangles) do t[k] = string.format("%d %d %d", x[1] - 1, x[2] - 1, x[3] - 1) end
        put('<mesh name="mesh%d" vertex="%s" face="%s"/>', i, table.concat(v, " "), table.concat(t, " "))
    end
end

return function(tree)
    put, inside, text = texts.indented(0)
    meshes = {}
    local g = tree.gravity
    inside('mujoco model="%s"', function()
        put '<compiler angle="radian" autolimits="true" inertiafromgeom="false"/>'
        put('<option gravity="%s"/>', numbers(g.x, g.y, g.z))
        inside("worldbody", function() world(tree) end)
        if #meshes > 0 then inside("asset", mesh_assets) end
        if #tree.tendons + #tree.couplings + #tree.strings + #tree.efforts > 0 then inside("tendon", function() tendons(tree) end) end
        if #tree.excludes > 0 then
            inside("contact", function()
                for _, pair in ipairs(tree.excludes) do
                    put('<exclude body1="%s" body2="%s"/>', name(tree.bodies[pair[1]].object), name(tree.bodies[pair[2]].object))
                end
            end)
        end
        if #tree.efforts > 0 then inside("actuator", function() efforts(tree) end) end
        if #tree.loops + #tree.couplings > 0 then inside("equality", function() equalities(tree) end) end
    end, texts.escape(tree.name))
    return text(), function(records)
        put, inside, text = texts.indented(1)
        inside("custom", function()
            for i, record in ipairs(records) do put('<text name="tauwerk %d" data="%s"/>', i, record) end
        end)
        return text()
    end
end
