-- tw.import of ten robots in the manners of ten authors (tests/data/robots/others): masses, moments and falls as MuJoCo 2.2.2 has them; of SDF
-- as it has robots whose poses were worked out apart. What is not understood is told once, by line and name
local tw = require "tauwerk"
local robots = require "_robots"

local function falls(name, ending, options, within)
    return robots.falls("others/" .. name .. ending, "others/" .. name .. ".lua", options or {}, within)
end

local function told(robot, ...)
    local text = table.concat(robot.notices:lines(), "\n") .. "\n"
    for _, line in ipairs { ... } do
        local _, count = text:gsub((line:gsub("%p", "%%%0")), "")
        assert(count == 1, line .. " is told " .. count .. " times:\n" .. text)
    end
end

told(falls("gripper", ".xml"),
    "gripper.xml:4: attribute 'cone' of <option> is passed over\n",
    "gripper.xml:30: <texture> in <asset> is passed over\n",
    "gripper.xml:36: lights are passed over: 'top'\n",
    "gripper.xml:87: 'forcerange' of actuators with feedback is passed over: 'actuator1' (and 3 more: 'actuator2', 'actuator3', 'squeeze')\n",
    "gripper.xml:93: <sensor> is passed over\n",
    "gripper.xml:99: attribute 'ctrl' of <key> is passed over: 'home'\n")
told(falls("hexapod", ".xml"), "kit/common.xml:2: <visual> is passed over\n", "kit/common.xml:4: <texture> in <asset> is passed over: 'check'\n")
told(falls("runner", ".xml"), "runner.xml:8: <size> is passed over\n")
told(falls("crane", ".xml", { mesh_inertia = "box" }, 1e-6), "crane.xml:4: <custom> is passed over\n")
told(falls("cell", ".urdf", { base = "fixed" }),
    "cell.urdf:114: <gazebo> is passed over (and 1 more: line 115)\n",
    "cell.urdf:118: <ros2_control> is passed over: 'cell'\n",
    "cell.urdf:34: <safety_controller> in <joint> is passed over\n",
    "cell.urdf:40: visuals are passed over whose meshes are not there\n")
told(falls("rover", ".urdf", { base = "fixed" }), "rover.urdf:56: <gazebo> is passed over (and 1 more: line 57)\n")
told(falls("cad", ".urdf", { base = "fixed" }), "cad.urdf:75: limits of velocities are passed over (and 1 more: line 113)\n")
told(falls("door", ".sdf"),
    "door.sdf:55: <plugin> in <model> is passed over: 'door_plugin'\n",
    "door.sdf:39: <sensor> in <link> is passed over: 'touch'\n",
    "door.sdf:6: models are passed over whose files are not there, such as 'model://ground_plane'\n")
told(falls("bench", ".sdf"), "bench.sdf:28: limits of velocities are passed over\n")
told(falls("cart", ".sdf"), "cart.sdf:25: <experimental:params> in <joint> is passed over\n")

-- the fingers of the cell, coupled by <mimic>, move as one
local scene = tw.scene { gravity = "earth" }
local cell = tw.import(robots.folder .. "others/cell.urdf", { scene = scene, limits = false })
cell.motor.finger_motor.control = 0.5
scene:advance_to(0.1)
local left, right = cell.joint.finger_left.position, cell.joint.finger_right.position
robots.near(left, right, 1e-9, "fingers")
assert(left > 5e-3, "the motor of a finger moves it by " .. left)
robots.near(cell.motor.shoulder_pan_motor.gear, 101, 0, "gear")
