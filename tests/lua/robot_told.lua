-- tw.import: an attribute or an element that is not understood is told wherever it stands: each element of three files in turn gets one
local tw = require "tauwerk"
local folder = require "_robots".folder

local text_of

function text_of(name) -- with what it includes
    local file <close> = assert(io.open(folder .. name))
    return (file:read "a":gsub('<include file="([^"]*)"/>', function(part) return text_of(part):match "<mujoco.->(.*)</mujoco>" end))
end

-- what is told of the text as a robot, or the error
local function told(text, ending)
    local name = os.tmpname()
    local file <close> = assert(io.open(name .. ending, "w"))
    file:write(text)
    file:close()
    local ok, robot = pcall(tw.import, name .. ending)
    os.remove(name .. ending)
    os.remove(name)
    if not ok then return tostring(robot) end
    local list = {}
    for i, n in ipairs(robot.notices.list) do list[i] = n.text end
    return table.concat(list, "\n")
end

-- elements that are passed over as a whole, with all that is in them
local function is_whole(element, base)
    return element == "light" or element == "camera" or base:find("\n<" .. element .. "> in <", 1, true) or base:find("\n<" .. element .. "> is passed", 1, true)
end

for name, at_least in pairs { ["walker.xml"] = 60, ["arm.urdf"] = 40, ["arm.sdf"] = 40 } do
    local text, ending, from, tried = text_of(name), name:match "%.%w+$", 1, 0
    local base = "\n" .. told(text, ending)
    local inside -- the name of an element that is passed over as a whole
    while true do
        local first, last, close, element, attributes, short = text:find("<(/?)([%a_][%w_:]*)([^<>]-)(/?)>", from)
        if not first then break end
        from = last + 1
        if close == "" then
            if not inside and is_whole(element, base) then inside = element end
            if not inside then
                local function changed(open, after) return text:sub(1, first - 1) .. open .. after .. text:sub(last + 1) end
                local one = told(changed("<" .. element .. ' zzz="1"' .. attributes .. short .. ">", ""), ending)
                assert(one:find("'zzz' of <" .. element .. ">", 1, true), name .. ": <" .. element .. ' zzz="1">: ' .. one)
                local two = told(changed("<" .. element .. attributes .. ">", "<zzz/>" .. (short == "/" and "</" .. element .. ">" or "")), ending)
                assert(two:find("<zzz>", 1, true), name .. ": <" .. element .. "><zzz/>: " .. two)
                tried = tried + 1
            end
            if short == "/" and inside == element then inside = nil end
        elseif inside == element then
            inside = nil
        end
    end
    assert(tried >= at_least, name .. ": " .. tried)
end

-- what is understood is not told
local understood = {
    [".sdf"] = [[<sdf version="1.9"><model name="m"><self_collide>1</self_collide><static>0</static>
        <frame name="f" attached_to="a"><pose degrees="true">.1 0 0 0 30 0</pose></frame>
        <link name="a"><must_be_base_link>1</must_be_base_link><kinematic>0</kinematic><gravity>1</gravity><self_collide>1</self_collide>
            <inertial><pose>0 0 .1 0 0 0</pose><mass>5</mass><inertia><ixx>.1</ixx><iyy>.1</iyy><izz>.1</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia>
            </inertial><visual name="v"><transparency>.5</transparency><geometry><cylinder><radius>1</radius><length>1</length></cylinder></geometry>
            <material><diffuse>1 0 0 1</diffuse></material></visual><collision name="c"><geometry><ellipsoid><radii>1 1 1</radii></ellipsoid></geometry>
            <surface><friction><ode><mu>1</mu></ode></friction></surface></collision></link>
        <link name="b"><pose relative_to="f" rotation_format="quat_xyzw">.3 0 .1 0 0 0 1</pose></link><link name="c"/><link name="d"/>
        <joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz expressed_in="a">0 1 0</xyz><limit><lower>-1</lower><upper>1</upper>
            </limit><dynamics><damping>.2</damping><friction>.1</friction><spring_stiffness>3</spring_stiffness><spring_reference>.2</spring_reference>
            </dynamics></axis></joint>
        <joint name="k" type="universal"><pose relative_to="c">0 0 0 0 0 0</pose><parent>b</parent><child>c</child><axis><xyz>1 0 0</xyz>
            <use_parent_model_frame>1</use_parent_model_frame></axis><axis2><xyz>0 1 0</xyz></axis2></joint>
        <joint name="l" type="screw"><parent>c</parent><child>d</child><axis><xyz>1 0 0</xyz></axis><screw_thread_pitch>.1</screw_thread_pitch></joint>
        </model></sdf>]],
    [".urdf"] = [[<robot name="r" xmlns:xacro="x"><material name="m"><color rgba="1 0 0 1"/></material><link name="a"><inertial><origin xyz="0 0 0" rpy="0 0 0"/>
        <mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial><visual name="v"><origin quat_xyzw="0 0 0 1"/>
        <geometry><box size="1 1 1"/></geometry><material name="m"/></visual><collision name="c"><geometry><capsule radius="1" length="1"/></geometry>
        </collision></link><link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link><link name="c"><inertial>
        <mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link><joint name="j" type="revolute"><parent link="a"/><child link="b"/>
        <axis xyz="1 0 0"/><limit lower="-1" upper="1" effort="3"/><dynamics damping="1" friction="1"/></joint><joint name="k" type="continuous">
        <parent link="b"/><child link="c"/><mimic joint="j" multiplier="2" offset="1"/></joint><transmission name="t"><type>x</type><joint name="j"/>
        <actuator name="m"><mechanicalReduction>3</mechanicalReduction></actuator></transmission></robot>]],
    [".xml"] = [[<mujoco model="m"><compiler angle="radian" coordinate="local" autolimits="true" inertiafromgeom="auto" eulerseq="xyz" settotalmass="3"
        boundmass="1" boundinertia="1e-3" balanceinertia="true" inertiagrouprange="0 5" meshdir="." strippath="true"/><option gravity="0 0 -9"><flag
        gravity="enable" contact="enable" passive="enable"/></option><default><geom density="3"/><default class="c"><joint damping="1"/><site group="2"/>
        </default></default><asset><mesh name="w" vertex="0 0 0 1 0 0 0 1 0 0 0 1" scale="1 1 1" refpos="0 0 0" refquat="1 0 0 0" inertia="exact"/>
        <material name="r" rgba="1 0 0 1"/></asset><worldbody><geom type="plane" size="1 1 1" material="r"/><frame pos="0 0 1" euler="0 0 1"
        childclass="c"><body name="b" axisangle="0 0 1 1"><freejoint name="f" group="1"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><geom
        type="mesh" mesh="w" mass="1" friction="1 .1 .1" contype="1" conaffinity="1" condim="3" group="1" rgba="1 0 0 1"/><site name="s" pos="0 0 1"/>
        <site name="u"/><body name="d"><joint name="h" range="-1 1" limited="true" stiffness="1" springref=".1" ref=".1" armature="1" frictionloss="1"
        axis="1 0 0" pos="0 0 0" type="hinge"/><geom fromto="0 0 0 1 0 0" type="capsule" size=".1"/></body><body name="e"><joint name="i"
        springdamper="1 1"/><geom type="box" size="1 1 1" xyaxes="1 0 0 0 1 0"/></body></body></frame><replicate count="2" offset="9 0 0" sep="x">
        <body name="p" pos="5 0 0"><freejoint/><geom size=".1" shellinertia="true"/></body></replicate></worldbody><contact><exclude name="x"
        body1="b" body2="d"/></contact><tendon><fixed name="t" stiffness="1" damping="1" springlength="1"><joint joint="h" coef="1"/></fixed>
        <spatial name="q" stiffness="1" damping="1"><site site="s"/><site site="u"/></spatial></tendon><equality><joint name="y" joint1="h"
        joint2="i" polycoef="0 1 0 0 0" active="false"/><connect body1="b" body2="d" anchor="0 0 0" active="false"/></equality><actuator><motor name="m"
        joint="h" gear="2" ctrlrange="-1 1" ctrllimited="true" forcerange="-1 1" forcelimited="true"/><position joint="h" kp="1" kv="1"/><velocity
        tendon="t" kv="2"/><general joint="h" gaintype="fixed" gainprm="1" biastype="affine" biasprm="0 -1 -1" dyntype="none"/></actuator></mujoco>]],
}
for ending, text in pairs(understood) do
    local all = told(text, ending)
    assert(all == "", ending .. ": " .. all)
end

-- a damping ratio is told, as it would damp
local ratio = told('<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody><actuator><position joint="j" dampratio="1"/></actuator></mujoco>', ".xml")
assert(ratio == "attribute 'dampratio' of <position> is passed over", ratio)
