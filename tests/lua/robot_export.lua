-- scene:robot_text: joints of each kind, gears, racks, as MJCF and URDF; read again, they move as the scene does
local tw = require "tauwerk"
local robots = require "_robots"

local set = { gravity = { 0.3, -0.2, -9.81 }, rtol = 1e-11, atol = 1e-13 }

-- the text as a robot in a scene of its own
local function again(text, ending, gravity)
    local name = os.tmpname()
    local file <close> = assert(io.open(name .. ending, "w"))
    -- what the formats themselves say, without the records of robot_exact.lua
    local plain = text:gsub("<custom>.*</custom>", ""):gsub("<tauwerk>.*</tauwerk>", ""):gsub("<tauwerk:scene>.*</tauwerk:scene>", "")
    assert(#plain < #text, "there are records")
    file:write(plain)
    file:close()
    local scene = tw.scene { gravity = gravity, rtol = set.rtol, atol = set.atol }
    local robot = tw.import(name .. ending, { scene = scene })
    os.remove(name .. ending)
    os.remove(name)
    return robot, scene
end

local function same(scene, robot, other, names)
    scene:advance_to(0.5)
    other:advance_to(0.5)
    for _, name in ipairs(names) do
        local d = (scene[name].position - robot.body[name].position):length()
        assert(d < 1e-9, name .. " is off by " .. d)
        assert((scene[name].velocity - robot.body[name].velocity):length() < 1e-8, name)
    end
end

-- a child that is the second body, one that is the first, and one in the world, of each kind
for _, kind in ipairs { "universal", "planar", "cylindrical", "screw" } do
    local scene = tw.scene(set)
    local a = scene:box { name = "a", size = { 0.3, 0.2, 0.1 }, position = { 0.1, 0, 1 }, orientation = tw.axis_angle({ 1, 2, 3 }, 0.4), collide = false }
    local b = scene:rod { name = "b", radius = 0.03, from = { 0.2, 0.1, 1 }, to = { 0.6, 0.3, 1.4 }, collide = false }
    local c = scene:ellipsoid { name = "c", radii = { 0.1, 0.12, 0.15 }, position = { 0.6, 0.3, 0.8 }, collide = false }
    local function join(t)
        t.pitch = kind == "screw" and 0.2 or nil
        scene[kind](scene, t)
    end
    join { name = "j1", a = a, at = { 0, 0.1, 1 }, axis = { 0.2, 1, 0.1 } }
    join { name = "j2", a = a, b = b, at = { 0.2, 0.1, 1 }, axis = { 0.9, 0.1, 0.3 } }
    join { name = "j3", a = c, b = b, at = { 0.6, 0.3, 1.1 }, axis = { 0, 0.3, 1 } }
    local robot, other = again(scene:robot_text "mjcf", ".xml", scene.gravity)
    assert(#robot.joints == (kind == "planar" and 9 or 6), kind .. ": " .. #robot.joints .. " joints")
    same({ advance_to = function(_, t) scene:advance_to(t) end, a = a, b = b, c = c }, robot, other, { "a", "b", "c" })
    assert((a.position - tw.vec3(0.1, 0, 1)):length() > 0.01, kind .. " moves")
end

-- gears and a rack, of joints that do not stand at 0, in both formats
for format, ending in pairs { mjcf = ".xml", urdf = ".urdf" } do
    local scene = tw.scene { gravity = { 0, 0, -9.81 }, rtol = set.rtol, atol = set.atol }
    local small = scene:cylinder { name = "small", radius = 0.1, height = 0.05, position = { 0, 0, 1 }, collide = false }
    local large = scene:cylinder { name = "large", radius = 0.2, height = 0.05, position = { 0.3, 0, 1 }, collide = false }
    local bar = scene:box { name = "bar", size = { 0.05, 0.05, 0.6 }, position = { -0.15, 0, 1 }, collide = false }
    local h1 = scene:hinge { name = "h1", a = small, at = { 0, 0, 1 }, axis = { 0, 1, 0 } }
    local h2 = scene:hinge { name = "h2", a = large, at = { 0.3, 0, 1 }, axis = { 0, 1, 0 } }
    local s = scene:slider { name = "s", a = bar, at = { -0.15, 0, 1 }, axis = { 0, 0, 1 } }
    scene:gear { name = "g", a = h1, b = h2, ratio = -0.5 }
    scene:rack { name = "r", a = h1, b = s, ratio = 0.1 }
    local robot, other = again(scene:robot_text(format), ending, scene.gravity)
    assert(#robot.equalities == 2, format .. ": " .. #robot.equalities .. " couplings")
    same({ advance_to = function(_, t) scene:advance_to(t) end, small = small, large = large, bar = bar }, robot, other, { "small", "large", "bar" })
    assert(bar.position.z < 0.9, "the bar falls")
    robots.near(robot.body.large.angular_velocity.y, -0.5 * robot.body.small.angular_velocity.y, 1e-9, "the gear")
end

-- SDF: joints that do not stand at 0, with springs and dampers; two turns in one joint; a slider in the world
do
    local scene = tw.scene(set)
    local a = scene:box { name = "a", size = { 0.3, 0.2, 0.1 }, position = { 0.1, 0, 1 }, orientation = tw.axis_angle({ 1, 2, 3 }, 0.4), collide = false }
    local b = scene:rod { name = "b", radius = 0.03, from = { 0.2, 0.1, 1 }, to = { 0.6, 0.3, 1.4 }, collide = false }
    local c = scene:ellipsoid { name = "c", radii = { 0.1, 0.12, 0.15 }, position = { 0.6, 0.3, 0.8 }, collide = false }
    local d = scene:box { name = "d", size = { 0.1, 0.1, 0.1 }, position = { 0.9, 0.3, 0.8 }, collide = false }
    local s = scene:slider { name = "j1", a = a, at = { 0.1, 0, 1 }, axis = { 0.2, 1, 0.1 }, damping = 0.3 }
    local h = scene:hinge { name = "j2", a = b, b = a, at = { 0.2, 0.1, 1 }, axis = { 0.9, 0.1, 0.3 } }
    scene:universal { name = "j3", a = c, b = b, at = { 0.6, 0.3, 1.1 }, axis = { 0, 0.3, 1 } }
    scene:ball { name = "j4", a = d, b = c, at = { 0.8, 0.3, 0.8 } }
    scene:joint_spring { joint = h, stiffness = 3, damping = 0.1, rest = 0.2 }
    scene:joint_spring { joint = s, stiffness = 40, rest = -0.1 }
    local robot, other = again(scene:robot_text "sdf", ".sdf", scene.gravity)
    same({ advance_to = function(_, t) scene:advance_to(t) end, a = a, b = b, c = c, d = d }, robot, other, { "a", "b", "c", "d" })
end

-- URDF: a free root that is not at the origin, turned or not, and a planar joint
for _, turn in ipairs { 0, 0.7 } do
    local scene = tw.scene { gravity = { 0, 0, -9.81 }, rtol = set.rtol, atol = set.atol }
    local a = scene:box { name = "a", size = { 0.3, 0.2, 0.1 }, position = { 1, 2, 3 }, orientation = tw.axis_angle({ 1, 2, 0 }, turn), collide = false }
    local b = scene:box { name = "b", size = { 0.1, 0.4, 0.2 }, position = { 1, 2.2, 3.3 }, collide = false }
    scene:planar { name = "p", a = b, b = a, at = { 1, 2, 3.2 }, axis = { 0, 0.2, 1 } }
    local text = scene:robot_text "urdf"
    assert(text:find 'type="planar"' and not text:find 'link name="world"' == (turn == 0), text)
    local robot, other = again(text, ".urdf", scene.gravity)
    same({ advance_to = function(_, t) scene:advance_to(t) end, a = a, b = b }, robot, other, { "a", "b" })
end

-- gears in a ring: in URDF a joint follows at most one other, and none follows itself
do
    local scene, hinges, leader = tw.scene {}, {}, {}
    for i = 1, 3 do
        local box = scene:box { name = "b" .. i, size = { 0.1, 0.1, 0.1 }, position = { i, 0, 0 } }
        hinges[i] = scene:hinge { name = "h" .. i, a = box, at = { i, 0, 0 }, axis = { 0, 1, 0 } }
    end
    for i = 1, 3 do scene:gear { name = "g" .. i, a = hinges[i], b = hinges[i % 3 + 1], ratio = ({ 2, 2, 0.25 })[i] } end
    for joint in scene:robot_text("urdf"):gmatch "<joint .-</joint>" do leader[joint:match 'name="(.-)"'] = joint:match 'mimic joint="(.-)"' end
    local followers = 0
    for name, followed in pairs(leader) do
        followers = followers + 1
        for _ = 1, 3 do followed = leader[followed] or followed end
        assert(followed ~= name and not leader[followed], name .. " follows itself")
    end
    robots.near(followers, 2, 0, "joints that follow another")
end

-- efforts that act by themselves, in a joint and in a sum of two: actuators of MJCF; the records have them once
do
    local function pushed()
        local s = tw.scene { name = "pushed", gravity = { 0, 0, -9.81 } }
        local a = s:box { name = "a", size = { 0.4, 0.1, 0.1 }, mass = 1 }
        local b = s:box { name = "b", size = { 0.4, 0.1, 0.1 }, mass = 2, position = { 0.5, 0, 0 } }
        local x = s:hinge { name = "x", a = a, at = { -0.2, 0, 0 }, axis = { 0, 1, 0 } }
        local y = s:hinge { name = "y", a = b, b = a, at = { 0.25, 0, 0 }, axis = { 0, 1, 0 } }
        s:joint_spring { name = "push", joint = x, stiffness = 2, effort = -8 }
        s:joint_spring { name = "both", joint = x, ratio = 0.5, joint2 = y, ratio2 = -2, effort = 1.5 }
        return s
    end
    local text = pushed():robot_text "mjcf"
    for _, records in ipairs { true, false } do
        local name = os.tmpname()
        local file <close> = assert(io.open(name .. ".xml", "w"))
        file:write(records and text or (text:gsub("<custom>.-</custom>", "")))
        file:close()
        local s, t = pushed(), tw.scene { gravity = { 0, 0, -9.81 } }
        local robot = tw.import(name .. ".xml", { scene = t })
        os.remove(name .. ".xml")
        os.remove(name)
        assert(#t.forces == (records and 2 or 3), #t.forces .. " forces") -- apart, the spring and the effort of x are two
        s:advance_to(0.4)
        t:advance_to(0.4)
        local d = (s.bodies[2].position - robot.body.b.position):length()
        assert(d <= (records and 0 or 1e-9), d)
    end
end
