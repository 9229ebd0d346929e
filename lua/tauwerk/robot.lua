-- tw.import(file, options) and scene:add(robot): robots from MJCF, URDF and SDF (docs/robots.md).
local tw, host = ...
local common = host.chunk("tauwerk.robot.common", tw, host)
local drives = host.chunk("tauwerk.robot.drives", tw, host, common)
local hull = host.chunk("tauwerk.robot.hull", tw)
common.meshes = host.chunk("tauwerk.robot.meshes", common, host.chunk("tauwerk.robot.solids", tw), hull)
local shapes = host.chunk("tauwerk.robot.shapes", tw, host, common, hull)
local weights = host.chunk("tauwerk.robot.weights", tw, common)
local exact = host.chunk("tauwerk.robot.exact", tw, host, common)
local rotors = host.chunk("tauwerk.robot.rotors", tw, host)
local build = host.chunk("tauwerk.robot.build", tw, host, common, drives, shapes, weights, exact, rotors)
local known = host.chunk("tauwerk.robot.known", common)
local urdf = host.chunk("tauwerk.robot.urdf", tw, host, common)
local sdf = host.chunk("tauwerk.robot.sdf", tw, host, common, urdf)

-- by the name of the file's root; gazebo: SDF before 1.3
local readers = {
    mujoco = host.chunk("tauwerk.robot.mjcf", tw, host, common, known, host.chunk("tauwerk.robot.mjcf_more", tw, host, common, hull)),
    robot = urdf.read,
    sdf = sdf, gazebo = sdf,
}

-- the file as a model; what is passed over is told
local function read(name, o)
    local path = host.beside(name)
    if not path then tw.fail("tw.import: no such file '%s', nor beside the script", name) end
    local shown = name:match "[^/]*$"
    local root, why = host.xml(path, shown)
    if not root then tw.fail("tw.import: %s", why) end
    local reader = readers[root.name]
    if not reader then
        tw.fail("tw.import: %s:%d: expected <mujoco>, <robot> or <sdf> as the root, got <%s>", shown, root.line, root.name)
    end
    local folder = common.folder(path)
    local model = { file = shown, folder = folder, up = o.folder and o.folder .. "/" or "", root = folder .. "/" .. (o.folder or "."),
        name = shown:match "^(.*)%.[^.]*$" or shown, notices = common.notices(), element = root,
        bodies = {}, joints = {}, equalities = {}, tendons = {}, strings = {}, motors = {}, excludes = {}, keyframes = {} }
    model.exact = exact.take(root, model)
    model = reader(root, model, o)
    if root.name ~= "mujoco" then known.tell(root.name == "robot" and "urdf" or "sdf", root, model.notices) end
    if #model.bodies == 0 and not (model.world and #model.world.geoms > 0) then tw.fail("%s:%d: there are no bodies in it", shown, root.line) end
    model.order = common.order(model)
    return model
end

-- ---- the robot ----------------------------------------------------------------------------------

-- a list of objects by their names; another name is an error with the nearest one
local function by_name(what)
    return setmetatable({}, { __index = function(list, key)
        if type(key) ~= "string" then return nil end
        local names = {}
        for name in pairs(list) do names[name] = true end
        local near = host.nearest(key, names)
        if near then tw.fail("robot.%s: there is no '%s'; did you mean '%s'?", what, key, near) end
        tw.fail("robot.%s: there is no '%s'", what, key)
    end })
end

local robot = {}
robot.__index = robot
robot.__name = "robot"
robot.__tostring = function(self) return "robot '" .. self.name .. "'" end

local function check_built(self, what)
    if getmetatable(self) ~= robot then tw.fail("robot:%s: call it with a colon, as in robot:%s(...)", what, what) end
    if not self.scene then tw.fail("robot:%s: the robot is in no scene yet; scene:add(robot) adds it", what) end
end

function robot:pose(values)
    check_built(self, "pose")
    if type(values) ~= "table" then tw.fail("robot:pose: expected { JOINT = value, ... }, got %s", host.describe(values)) end
    drives.pose(self, values)
end

function robot:keyframe(name)
    check_built(self, "keyframe")
    drives.keyframe(self, name)
end

-- a script that makes the same robot, with these options of its import; the robot itself goes nowhere
function robot:script()
    if self.scene then tw.fail("robot:script: the robot is in a scene already; import it once more") end
    return host.chunk("tauwerk.robot.record", tw, host, build, self.options)(self)
end

-- how low the robot's solids reach at the reference pose, m, in the file's frame
function robot:lowest() return build.lowest(self.model) end

function robot:scatter(seed)
    check_built(self, "scatter")
    if math.type(seed) ~= "integer" then tw.fail("robot:scatter: expected a whole number, got %s", host.describe(seed)) end
    drives.scatter(self, seed)
end

function robot:together(seed, at)
    check_built(self, "together")
    if math.type(seed) ~= "integer" then tw.fail("robot:together: expected a whole number, got %s", host.describe(seed)) end
    if type(at) ~= "number" or not (at > self.scene.time) then
        tw.fail("robot:together: expected a time after %g s, got %s", self.scene.time, host.describe(at))
    end
    drives.together(self, seed, at)
end

-- ---- options ------------------------------------------------------------------------------------

local boolean = { default = true, type = "boolean" }
local fields = {
    scene = { type = "any" }, name = { type = "string" }, at = { type = "any" }, orientation = { type = "any" },
    base = { type = "string" }, scatter = { type = "number" }, drives = { type = "any" }, tau = { type = "number", positive = true },
    limits = boolean, contacts = boolean, actuators = boolean, springs = boolean, armature = boolean, friction = boolean,
    world = boolean, visuals = boolean, mesh_inertia = { type = "string" }, folder = { type = "string" }, loops = { type = "function" },
}

local function options(what, given)
    local o = tw.check_fields(what, given or {}, fields)
    if o.base and o.base ~= "free" and o.base ~= "fixed" then
        tw.fail("%s: field 'base': expected \"free\" or \"fixed\", got '%s'", what, o.base)
    end
    if o.mesh_inertia and not common.meshes.rules[o.mesh_inertia] then
        tw.fail("%s: field 'mesh_inertia': expected \"exact\", \"convex\", \"legacy\" or \"box\", got '%s'", what, o.mesh_inertia)
    end
    if o.folder and not ("/" .. o.folder):gsub("/%.%.", ""):find "^$" then
        tw.fail("%s: field 'folder': expected '..' or '../..', the folder above the file's that its meshes are in, got '%s'", what, o.folder)
    end
    if o.scatter and math.type(o.scatter) ~= "integer" then
        tw.fail("%s: field 'scatter': expected a whole number, got %s", what, host.describe(o.scatter))
    end
    if o.scene ~= nil and host.kind(o.scene) ~= "scene" then
        tw.fail("%s: field 'scene': expected a scene, got %s", what, host.describe(o.scene))
    end
    local ok, at = pcall(tw.vec3, o.at or { 0, 0, 0 })
    if not ok then tw.fail("%s: field 'at': expected a vector {x, y, z}, got %s", what, host.describe(o.at)) end
    o.at = at
    local turn = o.orientation or tw.quat(1, 0, 0, 0)
    local fine, q = pcall(function() return turn * tw.quat(1, 0, 0, 0) end)
    if not fine then tw.fail("%s: field 'orientation': expected a quaternion, got %s", what, host.describe(o.orientation)) end
    o.orientation = q
    return o
end

local function add(scene, self)
    local o = self.options
    if self.scene then tw.fail("scene:add: %s is in a scene already; import it once more", tostring(self)) end
    build.robot(self, scene, o)
    self.model.notices:tell()
    if o.loops then o.loops(self, scene) end
    if o.scatter then drives.scatter(self, o.scatter) end
    return self
end

local function import(file, given)
    if type(file) ~= "string" then tw.fail("tw.import: expected a file's name, got %s", host.describe(file)) end
    local o = options("tw.import", given)
    local model = read(file, o)
    local self = setmetatable({ model = model, name = o.name or model.name, gravity = model.gravity, options = o, notices = model.notices,
        settings = exact.settings(model),
        bodies = {}, joints = {}, motors = {}, points = {}, equalities = {},
        body = by_name "body", joint = by_name "joint", motor = by_name "motor", point = by_name "point" }, robot)
    if o.scene then add(o.scene, self) end
    return self
end

local function add_to(scene, self)
    if host.kind(scene) ~= "scene" then tw.fail("scene:add: call it with a colon, as in scene:add(robot)") end
    if getmetatable(self) ~= robot then tw.fail("scene:add: expected a robot of tw.import, got %s", host.describe(self)) end
    return add(scene, self)
end

-- scene:robot_text("mjcf"|"urdf"|"sdf"): the scene as it stands, as the text of a robot's file
local function robot_text(scene, format)
    if host.kind(scene) ~= "scene" then tw.fail("scene:robot_text: call it with a colon, as in scene:robot_text(\"mjcf\")") end
    if format ~= "mjcf" and format ~= "urdf" and format ~= "sdf" then
        tw.fail("scene:robot_text: expected \"mjcf\", \"urdf\" or \"sdf\", got %s", host.describe(format))
    end
    local tree = host.chunk("tauwerk.robot.tree", tw, host, rotors)(scene)
    if #tree.bodies == 0 then tw.fail("scene:robot_text: there is no body that moves") end
    local texts = host.chunk("tauwerk.robot.text", tw, host)
    local text, extend = host.chunk("tauwerk.robot.write_" .. format, tw, host, texts)(tree)
    local write = host.chunk("tauwerk.robot.exact_write", tw, host, texts, exact.recorded, rotors)
    local records, why = write(scene, tree, texts.name)
    if not records then
        host.notice("export: " .. why .. ": read again, the robot moves to 1e-9 m as the scene does until it touches something")
        return text
    end
    table.insert(records, 1, "sum " .. exact.sum(assert(host.xml_of(text))))
    for i, record in ipairs(records) do records[i] = texts.escape(record) end
    return (text:gsub("(</[%w]+>\n)$", function(last) return extend(records) .. last end))
end

return { import = import, add = add_to, robot_text = robot_text }
