-- A tree (tauwerk/robot/tree.lua) as SDF: a world with one model, whose links have their centres of mass as origins. What SDF cannot say
-- is told, or an error where the robot would be another one.
local tw, host, texts = ...

local name, number, numbers = texts.name, texts.number, texts.numbers
local put, inside, text

local function pose(x, q, relative)
    put('<pose%s rotation_format="quat_xyzw">%s</pose>', relative and string.format(' relative_to="%s"', relative) or "",
        numbers(x.x, x.y, x.z, q.x, q.y, q.z, q.w))
end

-- ---- links ----------------------------------------------------------------------------------------

local sizes = {
    sphere = function(s) return string.format("<sphere><radius>%s</radius></sphere>", number(s[1])) end,
    cylinder = function(s) return string.format("<cylinder><radius>%s</radius><length>%s</length></cylinder>", number(s[1]), number(s[2])) end,
    capsule = function(s) return string.format("<capsule><radius>%s</radius><length>%s</length></capsule>", number(s[1]), number(s[2])) end,
    box = function(s) return string.format("<box><size>%s</size></box>", numbers(s[1], s[2], s[3])) end,
    ellipsoid = function(s) return string.format("<ellipsoid><radii>%s</radii></ellipsoid>", numbers(s[1], s[2], s[3])) end,
}

local function surface(object)
    local function coefficient(field) return type(object[field]) == "number" and object[field] or 0 end
    local mu = number(coefficient "friction")
    put("<surface><friction><ode><mu>%s</mu><mu2>%s</mu2></ode></friction><bounce><restitution_coefficient>%s</restitution_coefficient></bounce></surface>",
        mu, mu, number(coefficient "restitution"))
end

local function solids(object)
    for i, s in ipairs(host.shapes(object)) do
        if sizes[s.kind] then
            local function solid(what, rest)
                inside('%s name="%s%d"', function()
                    pose(s.position, s.orientation)
                    put("<geometry>%s</geometry>", sizes[s.kind](s))
                    rest()
                end, what, what, i)
            end
            local color = texts.color(object)
            solid("visual", function()
                if color then put("<material><diffuse>%s</diffuse></material>", color) end
            end)
            if object.collide then solid("collision", function() surface(object) end) end
        else
            texts.no_solid(object, s)
        end
    end
end

-- where a link stands: in its parent's axes where its joint is at 0, or in the model's
local function stand(tree, own)
    local j, x, q = own.joints[1], own.x, own.q
    if j and j.kind == "hinge" then
        local turned = q * tw.axis_angle(j.axis, -j.value)
        x, q = x + q * j.at - turned * j.at, turned
    end
    if j and j.kind == "slide" then x = x - q * (j.axis * j.value) end
    pose(x, q, own.parent > 0 and name(tree.bodies[own.parent].object) or nil)
end

local function link(tree, own)
    inside('link name="%s"', function()
        local I = texts.matrix(own.object.inertia)
        stand(tree, own)
        put("<inertial><mass>%s</mass><inertia><ixx>%s</ixx><iyy>%s</iyy><izz>%s</izz><ixy>%s</ixy><ixz>%s</ixz><iyz>%s</iyz></inertia></inertial>",
            number(own.object.mass), number(I[1][1]), number(I[2][2]), number(I[3][3]), number(I[1][2]), number(I[1][3]), number(I[2][3]))
        solids(own.object)
    end, name(own.object))
end

-- ---- joints ---------------------------------------------------------------------------------------

local function tell(format, ...) host.notice("export: " .. string.format(format, ...)) end

local function axis(j, tag)
    inside(tag, function()
        put("<xyz>%s</xyz>", numbers(j.axis.x, j.axis.y, j.axis.z))
        put("<limit><lower>%s</lower><upper>%s</upper></limit>", number(j.lower or -1e16), number(j.upper or 1e16))
        put("<dynamics><damping>%s</damping><friction>%s</friction><spring_reference>%s</spring_reference><spring_stiffness>%s</spring_stiffness></dynamics>",
            number(j.damping), number(j.friction), number(j.rest), number(j.stiffness))
    end)
    if j.armature ~= 0 then tell("%s: its armature is left out: SDF has none", tostring(j.object)) end
    if math.abs(j.value) > 1e-12 then tell("%s stands at %g: in SDF robots begin with all joints at 0", tostring(j.object), j.value) end
end

local kinds = { hinge = "revolute", slide = "prismatic", ball = "ball" }

local function joint(tree, own)
    local j, k = own.joints[1], own.joints[2]
    local kind = j and (k and "revolute2" or kinds[j.kind]) or "fixed"
    inside('joint name="%s" type="%s"', function()
        put("<parent>%s</parent>", own.parent > 0 and name(tree.bodies[own.parent].object) or "world")
        put("<child>%s</child>", name(own.object))
        if j then put("<pose>%s 0 0 0</pose>", numbers(j.at.x, j.at.y, j.at.z)) end
        if j and j.axis then axis(j, "axis") end
        if k then axis(k, "axis2") end
    end, j and name(j) or name(own.object) .. ".joint", kind)
end

local function check(own)
    local j, k = own.joints[1], own.joints[2]
    local pair = k and not own.joints[3] and j.kind == "hinge" and k.kind == "hinge" and (j.at - k.at):length() < 1e-12 and j.value == 0 and k.value == 0
    if k and not pair then
        tw.fail("export: %s: SDF joints have one freedom, or two turns about one place; FILE.xml (MJCF) has this one", tostring(j.object))
    end
    if j and j.kind == "ball" and (j.stiffness ~= 0 or j.damping ~= 0) then
        tell("%s: its spring is left out: SDF's balls have none", tostring(j.object))
    end
end

-- ---- the file -------------------------------------------------------------------------------------

local function tell_rest(tree)
    for _, e in ipairs(tree.efforts) do tell("%s: its effort is left out: SDF has no drives that act by themselves", tostring(e.object)) end
    for _, own in ipairs(tree.bodies) do
        if own.armature ~= 0 then tell("%s: its armature is left out: SDF has none", tostring(own.object)) end
    end
    for _, c in ipairs(tree.couplings) do tell("coupling '%s' is left out: SDF has none", c.name) end
    for _, t in ipairs(tree.tendons) do tell("spring '%s' over several joints is left out", t.name) end
    for _, s in ipairs(tree.strings) do tell("spring '%s' between points is left out", s.name) end
    for _, e in ipairs(tree.loops) do tell("'%s' closes a loop: add it by the option loops of tw.import", e.name) end
    if #tree.excludes > 0 then tell("%d pairs that do not touch are left out: SDF has none", #tree.excludes) end
end

local function ground(g)
    inside('model name="ground"', function()
        put "<static>true</static>"
        inside('link name="ground"', function()
            put("<pose>0 0 %s 0 0 0</pose>", number(g.height))
            inside('collision name="plane"', function()
                put "<geometry><plane><normal>0 0 1</normal><size>100 100</size></plane></geometry>"
                surface(g)
            end)
        end)
    end)
end

return function(tree)
    put, inside, text = texts.indented(0)
    for _, own in ipairs(tree.bodies) do check(own) end
    local g = tree.gravity
    inside('sdf version="1.9" xmlns:tauwerk="https://tauwerk.invalid/sdf"', function()
        inside('world name="%s"', function()
            put("<gravity>%s</gravity>", numbers(g.x, g.y, g.z))
            inside('model name="%s"', function()
                put "<self_collide>true</self_collide>"
                for _, own in ipairs(tree.bodies) do link(tree, own) end
                for _, own in ipairs(tree.bodies) do
                    if not own.free then joint(tree, own) end
                end
            end, tree.name == "ground" and "robot" or texts.escape(tree.name))
            if tree.ground then ground(tree.ground) end
        end, texts.escape(tree.name))
    end)
    tell_rest(tree)
    return text(), function(records)
        return "  <tauwerk:scene>\n    <tauwerk:object>" .. table.concat(records, "</tauwerk:object>\n    <tauwerk:object>")
            .. "</tauwerk:object>\n  </tauwerk:scene>\n"
    end
end
