-- A robot from a seed, as MJCF with all that the reader understands, or as URDF: for the comparison with MuJoCo.
--   tauwerk lua random.lua SEED mjcf|urdf
local seed, format = ...
local state = tonumber(seed) * 2654435761 + 12345

local function chance()
    state = (state * 6364136223846793005 + 1442695040888963407) & 0xffffffffffffffff
    return (state >> 11) / 9007199254740992.0
end
local function among(a, b) return a + (b - a) * chance() end
local function whole(a, b) return a + math.floor(chance() * (b - a + 1)) end
local function often(p) return chance() < p end
local function one_of(list) return list[whole(1, #list)] end
local function num(x) return string.format("%.6g", x) end
local function nums(...)
    local t = { ... }
    for i, x in ipairs(t) do t[i] = num(x) end
    return table.concat(t, " ")
end
local function vec(s) return nums(among(-s, s), among(-s, s), among(-s, s)) end
local lines = {}
local function put(format_, ...) lines[#lines + 1] = string.format(format_, ...) end
local count = 0
local function fresh(word)
    count = count + 1
    return word .. count
end

-- ---- MJCF ---------------------------------------------------------------------------------------

local degrees = often(0.5)
local function angle(most) return degrees and among(-most, most) * 57.29577951308232 or among(-most, most) end

local function turn()
    local how = whole(1, 7)
    if how == 1 then return string.format(' quat="%s"', nums(among(0.2, 1), among(-1, 1), among(-1, 1), among(-1, 1))) end
    if how == 2 then return string.format(' axisangle="%s %s"', vec(1), num(angle(3))) end
    if how == 3 then return string.format(' euler="%s %s %s"', num(angle(3)), num(angle(3)), num(angle(3))) end
    if how == 4 then return string.format(' xyaxes="1 %s %s 0 1 %s"', num(among(-0.4, 0.4)), num(among(-1, 1)), num(among(-1, 1))) end
    if how == 5 then return string.format(' zaxis="%s"', vec(1)) end
    return ""
end

local joints = {}

local function geom(class)
    local kind = one_of { "sphere", "capsule", "cylinder", "ellipsoid", "box", "mesh" }
    local mass = often(0.3) and string.format(' mass="%s"', num(among(0.2, 2))) or often(0.4) and string.format(' density="%s"', num(among(100, 3000))) or ""
    if often(0.1) then mass = ' mass="0"' end
    if often(0.3) then mass = mass .. string.format(' group="%d"', whole(0, 4)) end
    if often(0.2) then mass = mass .. ' contype="0" conaffinity="0"' end
    if class then mass = mass .. string.format(' class="%s"', class) end
    if kind == "mesh" then -- by density MuJoCo before 3 takes the volume of a box of the same inertia
        if not mass:find "mass=" then mass = mass .. string.format(' mass="%s"', num(among(0.2, 2))) end
        return put('<geom type="mesh" mesh="%s" pos="%s"%s%s/>', one_of { "wedge", "tetra" }, vec(0.1), turn(), mass)
    end
    local a, b, c = among(0.03, 0.1), among(0.03, 0.2), among(0.03, 0.1)
    if (kind ~= "sphere") and often(0.4) then
        return put('<geom type="%s" fromto="%s %s" size="%s"%s/>', kind, vec(0.2), vec(0.2), num(a), mass)
    end
    local size = kind == "sphere" and nums(a) or (kind == "capsule" or kind == "cylinder") and nums(a, b) or nums(a, b, c)
    put('<geom type="%s" size="%s" pos="%s"%s%s/>', kind, size, vec(0.15), turn(), mass)
end

local function joint(kind, class)
    local name, t = fresh "j", ""
    if often(0.4) then t = t .. string.format(' stiffness="%s"', num(among(1, 10))) end
    if often(0.5) then t = t .. string.format(' damping="%s"', num(among(0.05, 0.5))) end
    if often(0.3) then t = t .. string.format(' armature="%s"', num(among(0.01, 0.1))) end
    if kind ~= "ball" and often(0.3) then t = t .. string.format(' springref="%s"', num(kind == "hinge" and angle(0.5) or among(-0.1, 0.1))) end
    if kind ~= "ball" and often(0.3) then t = t .. string.format(' ref="%s"', num(kind == "hinge" and angle(0.3) or among(-0.1, 0.1))) end
    if kind ~= "ball" and often(0.3) then
        t = t .. (kind == "hinge" and string.format(' range="%s %s"', num(-math.abs(angle(2))), num(math.abs(angle(2)))) or ' range="-1 1"')
    end
    if often(0.1) then t = t .. ' frictionloss="0.1"' end
    if class then t = t .. string.format(' class="%s"', class) end
    if kind == "hinge" or kind == "slide" then joints[#joints + 1] = name end
    local type_ = kind == "hinge" and often(0.5) and "" or string.format(' type="%s"', kind)
    put('<joint name="%s"%s pos="%s"%s%s/>', name, type_, vec(0.1), kind ~= "ball" and string.format(' axis="%s"', vec(1)) or "", t)
end

local function body(depth, root)
    local class = often(0.3) and ' childclass="limb"' or ""
    put('<body name="%s" pos="%s"%s%s>', fresh "b", root and nums(among(-2, 2), among(-2, 2), among(1, 2)) or vec(0.3), turn(), class)
    local how = whole(1, 10)
    if root and how <= 4 then
        put(often(0.5) and "<freejoint/>" or '<joint type="free" armature="0" damping="0" stiffness="0"/>')
    elseif how <= 5 then
        joint "ball"
    elseif how == 6 then
        joint "slide"
    elseif how == 7 then
        joint "slide"
        joint "hinge"
    elseif how == 8 then
        joint "hinge"
        joint "hinge"
    elseif how == 9 and not root then
        -- fastened
    else
        joint("hinge", often(0.2) and "limb" or nil)
    end
    if often(0.15) then
        local m = among(0.5, 2)
        if often(0.5) then
            put('<inertial pos="%s" mass="%s" diaginertia="%s"%s/>', vec(0.1), num(m), nums(0.02 * m, 0.03 * m, 0.025 * m), turn())
        else
            put('<inertial pos="%s" mass="%s" fullinertia="%s"/>', vec(0.1), num(m), nums(0.02 * m, 0.03 * m, 0.025 * m, 0.002, -0.003, 0.001))
        end
    end
    put('<geom type="box" size="%s"/>', nums(among(0.05, 0.1), among(0.05, 0.1), among(0.05, 0.1)))
    for _ = 1, whole(0, 2) do geom(often(0.2) and "limb" or nil) end
    if often(0.5) then put('<site name="%s" pos="%s"/>', fresh "s", vec(0.1)) end
    for _ = 1, depth > 0 and whole(0, 2) or 0 do body(depth - 1) end
    put "</body>"
end

local function mjcf()
    put '<mujoco model="random">'
    local t = string.format('angle="%s"', degrees and "degree" or "radian")
    if often(0.5) then t = t .. string.format(' eulerseq="%s"', one_of { "xyz", "XYZ", "zyx", "zxz", "ZYX", "yXz" }) end
    t = t .. ' autolimits="true"'
    if often(0.3) then t = t .. string.format(' settotalmass="%s"', num(among(5, 20))) end
    if often(0.2) then t = t .. ' boundmass="0.5"' end
    if often(0.2) then t = t .. ' boundinertia="0.01"' end
    if often(0.2) then t = t .. ' balanceinertia="true"' end
    if often(0.2) then t = t .. ' inertiagrouprange="0 2"' end
    if often(0.3) then t = t .. string.format(' inertiafromgeom="%s"', one_of { "true", "auto" }) end
    put('<compiler %s/>', t)
    if often(0.3) then put('<option gravity="%s"/>', vec(5)) end
    if often(0.1) then put '<option><flag gravity="disable"/></option>' end
    put('<default><geom density="%s"/><joint damping="%s"/>', num(among(300, 1500)), num(among(0.01, 0.3)))
    put('<default class="limb"><joint stiffness="%s" armature="0.02" axis="0 1 0"/><geom rgba="1 0 0 1" density="900"/></default></default>', num(among(1, 5)))
    put '<asset><mesh name="wedge" vertex="0 0 0 .2 0 0 0 .2 0 0 0 .1 .2 0 .1 0 .2 .1" face="0 2 1 3 4 5 0 1 4 0 4 3 1 2 5 1 5 4 2 0 3 2 3 5"/>'
    put '<mesh name="tetra" scale="1 1.5 .7" vertex="0 0 0 .2 0 0 0 .2 0 .05 .05 .2" face="0 2 1 0 1 3 1 2 3 2 0 3"/></asset>'
    put '<worldbody><geom type="plane" size="5 5 .1"/>'
    for _ = 1, whole(1, 2) do body(whole(1, 3), true) end
    put '</worldbody>'
    if #joints >= 2 and often(0.4) then
        put('<tendon><fixed name="t" stiffness="%s" damping="%s"%s><joint joint="%s" coef="%s"/><joint joint="%s" coef="%s"/></fixed></tendon>',
            num(among(1, 5)), num(among(0, 0.3)), often(0.5) and ' springlength="0.2"' or "", joints[1], num(among(-1, 1)), joints[2], num(among(0.2, 1)))
    end
    put "</mujoco>"
end

-- ---- URDF ---------------------------------------------------------------------------------------

local function link(name)
    put('<link name="%s">', name)
    local m = among(0.5, 2)
    put('<inertial><origin xyz="%s" rpy="%s"/><mass value="%s"/><inertia ixx="%s" iyy="%s" izz="%s" ixy="%s" ixz="%s" iyz="%s"/></inertial>',
        vec(0.1), vec(2), num(m), num(0.02 * m), num(0.03 * m), num(0.025 * m), "0.001", "-0.002", "0.0015")
    local shape = one_of { '<box size=".1 .2 .1"/>', '<sphere radius=".1"/>', '<cylinder radius=".05" length=".2"/>' }
    put('<visual><origin xyz="%s" rpy="%s"/><geometry>%s</geometry><material name="m"><color rgba="1 .5 0 1"/></material></visual>', vec(0.1), vec(1), shape)
    put('<collision><geometry>%s</geometry></collision></link>', shape)
end

local function urdf()
    put '<robot name="random">'
    link "l0"
    for i = 1, whole(2, 7) do
        link("l" .. i)
        local kind = one_of { "revolute", "continuous", "prismatic", "fixed", "revolute" }
        put('<joint name="j%d" type="%s"><parent link="l%d"/><child link="l%d"/><origin xyz="%s" rpy="%s"/>', i, kind, whole(math.max(0, i - 3), i - 1), i,
            vec(0.4), vec(3))
        if kind ~= "fixed" then
            if often(0.9) then put('<axis xyz="%s"/>', vec(1)) end
            put('<limit lower="-1" upper="1" effort="10" velocity="5"/>')
            if often(0.7) then put('<dynamics damping="%s"/>', num(among(0.05, 0.5))) end
        end
        put "</joint>"
    end
    put "</robot>"
end

if format == "urdf" then urdf() else mjcf() end
io.write(table.concat(lines, "\n"), "\n")
