-- What the readers of robots understand: each line is an element, its attributes and, behind '|', what may be in it; '*' behind a name: any
-- number of times. All else that a file has is told once by walk(). Elements of no line are told, or read, by the readers themselves.
local common = ...
local known = {}

local turn = "quat axisangle euler xyaxes zaxis"
local drive = "name class joint jointinparent tendon gear ctrllimited ctrlrange forcelimited forcerange kp kv gaintype gainprm biastype biasprm dyntype dynprm group site refsite cranksite slidersite cranklength"

known.mjcf = [[
mujoco: model
asset:
equality:
contact:
actuator:
keyframe: | key*
compiler: angle coordinate autolimits inertiafromgeom eulerseq settotalmass meshdir assetdir boundmass boundinertia balanceinertia inertiagrouprange strippath exactmeshinertia |
option: gravity density viscosity wind | flag*
flag: gravity contact constraint passive spring damper limit equality frictionloss actuation
default: class
mesh: name class file vertex face refpos refquat scale inertia |
material: name class rgba |
worldbody: childclass
body: name childclass pos mocap ]] .. turn .. [[

frame: name childclass pos ]] .. turn .. [[

replicate: count offset euler sep
inertial: pos mass diaginertia fullinertia ]] .. turn .. [[ |
joint: name class type pos axis limited range stiffness springref damping armature frictionloss ref springdamper group joint joint1 joint2 polycoef active coef |
freejoint: name class group |
geom: name class type size fromto pos mass density shellinertia friction rgba material contype conaffinity condim mesh hfield fitscale group ]] .. turn .. [[ |
site: name class pos fromto site group ]] .. turn .. [[ |
exclude: name body1 body2 |
connect: name class active body1 body2 anchor site1 site2 |
weld: name class active body1 body2 anchor relpose torquescale site1 site2 |
tendon: class active name tendon1 tendon2 polycoef group stiffness damping springlength limited range frictionloss
fixed: name class group stiffness damping springlength limited range frictionloss
spatial: name class group stiffness damping springlength limited range frictionloss
key: name qpos |
pulley: divisor |
motor: ]] .. drive .. [[ |
position: ]] .. drive .. [[ |
velocity: ]] .. drive .. [[ |
general: ]] .. drive .. [[ |
]]

known.urdf = [[
robot: name version | link* joint* material* transmission*
link: name | inertial visual* collision*
inertial: | origin mass inertia
origin: xyz rpy quat_xyzw |
mass: value |
inertia: ixx ixy ixz iyy iyz izz |
visual: name | origin geometry material
collision: name | origin geometry
geometry: | box cylinder sphere capsule mesh
box: size |
cylinder: radius length |
sphere: radius |
capsule: radius length |
mesh: filename scale |
material: name | color
color: rgba |
joint: name type | origin parent child axis limit dynamics mimic
parent: link |
child: link |
axis: xyz |
limit: lower upper effort velocity |
dynamics: damping friction |
mimic: joint multiplier offset |
transmission: name type | type joint actuator mechanicalReduction
actuator: name | mechanicalReduction
]]

known.sdf = [[
sdf: version | model* world
gazebo: version | model* world
world: name | gravity model* include* joint* frame*
model: name placement_frame canonical_link | pose static self_collide link* joint* frame* model* include*
frame: name attached_to | pose
pose: relative_to degrees rotation_format |
include: | uri name pose static
link: name | pose inertial visual* collision* gravity kinematic self_collide must_be_base_link
inertial: | pose mass inertia
inertia: | ixx ixy ixz iyy iyz izz
visual: name | pose geometry material transparency
collision: name | pose geometry surface
geometry: | box cylinder sphere capsule ellipsoid mesh plane
box: | size
sphere: | radius
cylinder: | radius length
capsule: | radius length
ellipsoid: | radii
mesh: | uri filename scale
plane: | normal size
material: | diffuse script
script: | uri* name
surface: | friction bounce
bounce: | restitution_coefficient
friction: | ode
ode: | mu mu2
joint: name type | pose parent child axis axis2 thread_pitch screw_thread_pitch
axis: | xyz limit dynamics use_parent_model_frame mimic
axis2: | xyz limit dynamics use_parent_model_frame mimic
mimic: joint axis | multiplier offset reference
xyz: expressed_in |
limit: | lower upper velocity
dynamics: | damping friction spring_stiffness spring_reference
]]

local function parse(text)
    local lines = {}
    for name, rest in text:gmatch "([%w_]+):([^\n]*)" do
        local attributes, children = rest:match "^(.-)|(.*)$"
        local entry = { attributes = common.set(attributes or rest) }
        if children then
            entry.children = {}
            for word, many in children:gmatch "([%w_]+)(%*?)" do entry.children[word] = many == "*" and "many" or "one" end
        end
        lines[name] = entry
    end
    return lines
end

-- elements that are another one elsewhere
local inner = { ["spatial geom"] = { attributes = common.set "geom sidesite", children = {} }, ["transmission joint"] = { attributes = common.set "name", children = {} }, ["dynamics friction"] = { attributes = {}, children = {} } }

local leaf = { attributes = {}, children = {} } -- an element of a text alone

local function walk(e, above, listed, lines, notices)
    local own = above and inner[above.name .. " " .. e.name] or lines[e.name] or (listed and leaf)
    if not own then return end
    local list = {}
    for name in pairs(e.attributes) do
        if not own.attributes[name] and not name:find "^xml" then list[#list + 1] = name end
    end
    table.sort(list)
    for _, name in ipairs(list) do notices:add(e, "attribute '%s' of <%s> is passed over", name, e.name) end
    local had = {}
    for _, child in ipairs(e) do
        local may = own.children and own.children[child.name]
        if own.children and not may then
            notices:add(child, above and "<%s> in <%s> is passed over" or "<%s> is passed over", child.name, e.name)
        elseif may == "one" and had[child.name] then
            notices:add(child, "a second <%s> in <%s> is passed over", child.name, e.name)
        else
            walk(child, e, may, lines, notices)
        end
        had[child.name] = true
    end
end

-- tells what of a file, by its root, is not understood
function known.tell(format, root, notices) walk(root, nil, false, parse(known[format]), notices) end

return known
