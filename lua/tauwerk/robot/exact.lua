-- What files of robots cannot say, as an extension of theirs that other programs pass over: the scene's objects in their order, with all
-- fields to the last bit. Read again, the scene moves with the same bits, also through impacts, where bits that differ grow without bound.
-- tauwerk/robot/exact_write.lua writes it.
--
-- A record is a text: WORD FIELD=VALUE ...; WORD is the kind of an object, or 'scene', 'ground', 'collide'. Values:
--   1.5  1,0,0           numbers: one, a vector, a quaternion, the rows of a matrix
--   true  'word'         a truth, a text (%20: a blank)
--   @2  ^3               the second body, the third constraint
--   @2:0,0,1  *:0,0,1    points: on a body in its coordinates, in the world
--   [@1;@2]              a list; of solids: [box|size:1,1,1|position:0,0,0|orientation:1,0,0,0;...]
-- `is` names what of the file the object is; `equality` tells that it closes a loop or couples. The file holds a sum over all else in it: one that was edited has another, and counts as it
-- stands.
local tw, host, common = ...
local exact = { sum = host.chunk("tauwerk.robot.sum"), recorded = host.chunk("tauwerk.robot.recorded", common) }

-- ---- values ---------------------------------------------------------------------------------------

local reader = {}
reader.__index = reader

function reader:fail(format, ...) error(string.format(format, ...), 0) end

function reader:numbers(text)
    local list = {}
    for word in (text .. ","):gmatch "([^,]*)," do
        local x = word:find "^[-+.%d][-+.%deEinf]*$" and (tonumber(word) or ({ ["inf"] = math.huge, ["-inf"] = -math.huge })[word])
        if not x or x ~= x then self:fail("expected numbers, got '%.40s'", word) end
        list[#list + 1] = x
    end
    if #list == 1 then return list[1] end
    if #list == 4 then return tw.quat(list[1], list[2], list[3], list[4]) end
    if #list == 9 then return { { list[1], list[2], list[3] }, { list[4], list[5], list[6] }, { list[7], list[8], list[9] } } end
    return list
end

local function unquoted(text) return (text:gsub("%%(%x%x)", function(x) return string.char(tonumber(x, 16)) end)) end

-- numbers of a mesh in threes
local function threes(list)
    local t = {}
    for i = 1, #list - 2, 3 do t[#t + 1] = { list[i], list[i + 1], list[i + 2] } end
    return t
end

function reader:solid(text)
    local part = { kind = text:match "^[^|]*" }
    for name, v in text:gmatch "|(%l[%l_]*):([^|]*)" do
        local x = self:numbers(v)
        if name == "vertices" or name == "triangles" then
            local list = {}
            for word in v:gmatch "[^,]+" do list[#list + 1] = tonumber(word) end
            x = threes(list)
        end
        part[name] = x
    end
    return part
end

function reader:object(list, what, number)
    local object = list[tonumber(number)]
    if not object then self:fail("there is no %s %s before it", what, number) end
    return object
end

function reader:value(text)
    local first = text:sub(1, 1)
    if text == "true" or text == "false" then return text == "true" end
    if first == "'" then return unquoted(text:match "^'(.*)'$" or self:fail("expected a text, got '%.40s'", text)) end
    if first == "^" then return self:object(self.constraints, "constraint", text:sub(2)) end
    if first == "[" then
        local list = {}
        for word in (text:sub(2, -2) .. ";"):gmatch "([^;]*);" do
            if word:sub(1, 1) == "[" then self:fail("expected no list in a list") end
            list[#list + 1] = word:find("|", 1, true) and self:solid(word) or self:value(word)
        end
        return list
    end
    local number, x = text:match "^@(%d+):?(.*)$"
    if number and x == "" then return self:object(self.bodies, "body", number) end
    local at = self:numbers(x or text:match "^%*:(.*)$" or text)
    if number then return self:object(self.bodies, "body", number):point(at) end
    if first ~= "*" then return at end
    return self.scene and self.scene:nail(at) or self:fail("expected no point among settings")
end

-- what the fields must be that are looked at here; others are checked by the kind of the object
function reader:check(t)
    if t.name ~= nil and type(t.name) ~= "string" then self:fail("field 'name': expected a text") end
    if t.is ~= nil and type(t.is) ~= "table" then self:fail("field 'is': expected a list of texts") end
    for _, name in ipairs(t.is or {}) do
        if type(name) ~= "string" then self:fail("field 'is': expected a list of texts") end
    end
    if t.free and t.a == nil then self:fail("field 'a': expected a body") end
    if t.deviation == "rotor" and type(t.bodies) ~= "table" then self:fail("field 'bodies': expected a list of bodies") end
end

-- the word and the fields of a record
function reader:read(record)
    self.element, self.word = record.element, record.text:match "^%S*"
    local t = {}
    for name, text in record.text:gmatch "%s(%l[%w_]*)=(%S+)" do t[name] = self:value(text) end
    self:check(t)
    return t
end

-- ---- objects --------------------------------------------------------------------------------------

local function body(self, t, robot)
    local is, x = t.is, tw.vec3(t.position)
    t.is, t.exact_shape = nil, t.shape and true
    local made = robot.into:body(t)
    -- the place in a group is a sum
    if made.position.x ~= x.x or made.position.y ~= x.y or made.position.z ~= x.z then made.position = x end
    self.bodies[#self.bodies + 1] = made
    for _, name in ipairs(is or {}) do self.body[name] = made end
end

local function constraint(self, t, robot, turns)
    local is, equal = t.is, t.equality
    t.is, t.equality = nil, nil
    if t.deviation == "rotor" then t.deviation = turns[#t.bodies] end
    local made = robot.into[self.word](robot.into, t)
    self.constraints[#self.constraints + 1] = made
    if t.free then self.free[t.a] = made end
    if equal then robot.equalities[#robot.equalities + 1] = made end
    for _, name in ipairs(is or {}) do self.joint[name] = made end
end

local function make(self, t, robot, turns)
    if self.word == "scene" then return end
    if self.word == "ground" then return self.scene:ground(t) end
    if self.word == "collide" then return self.scene:collide(t.a, t.b, t.on) end
    if self.word == "body" then return body(self, t, robot) end
    if exact.recorded.constraints[self.word] then return constraint(self, t, robot, turns) end
    if not exact.recorded.forces[self.word] then self:fail("there is no such kind") end
    robot.into[self.word](robot.into, t)
end

-- ---- the whole ------------------------------------------------------------------------------------

-- the element of the records in a file, by its root: its name, and what holds the text of each
local places = {
    mujoco = { "custom", function(e) return e.name == "text" and (e.attributes.name or ""):find "^tauwerk" and e.attributes.data end },
    robot = { "tauwerk", function(e) return e.text end },
    sdf = { "tauwerk:scene", function(e) return e.text end },
}

-- takes the records out of a file; nil: it has none, or was edited since they were written
function exact.take(root, model)
    local place = places[root.name]
    for i, e in ipairs(root) do
        if place and e.name == place[1] then
            local records = {}
            for _, child in ipairs(e) do
                local text = place[2](child)
                if text then records[#records + 1] = { element = child, text = text } end
            end
            if #records > 0 then
                table.remove(root, i)
                if records[1].text == "sum " .. exact.sum(root) then return records end
                model.notices:add(e, "this is edited since Tauwerk wrote it: it counts as it stands, without the records of its last bits")
                return nil
            end
        end
    end
end

-- do the records count: no option changes what the file has; loops that an option closes may be in them
function exact.counts(model, o)
    for _, name in ipairs { "limits", "contacts", "springs", "armature", "friction", "world", "visuals" } do
        if not o[name] then return false end
    end
    if not o.actuators and #model.motors > 0 then return false end
    local still = o.at:length() == 0 and o.orientation.w == 1
    return model.exact and still and not o.base and not o.tau and not o.loops
end

-- calls f; its error names the place of the record
local function at_record(self, record, f)
    local ok, x = host.check_caught(pcall(f))
    if not ok then common.fail(record.element, "a record of '%s': %s", self.word, tostring(x)) end
    return x
end

-- settings of the scene that was written, for tw.scene
function exact.settings(model)
    local self = setmetatable({ bodies = {}, constraints = {} }, reader)
    for _, record in ipairs(model.exact or {}) do
        if record.text:find "^scene " then return at_record(self, record, function() return self:read(record) end) end
    end
end

function exact.build(robot, turns)
    local model = robot.model
    local self = setmetatable({ scene = robot.scene, bodies = {}, constraints = {}, body = {}, joint = {}, free = {} }, reader)
    for i = 2, #model.exact do
        at_record(self, model.exact[i], function() make(self, self:read(model.exact[i]), robot, turns) end)
    end
    for i, own in ipairs(model.bodies) do
        local made = self.body[own.name]
        if not made and own.name == "world" and own.parent == 0 then -- the link of URDF that stands for the world
            made = robot.into:body { name = "world", mass = 1e-9, inertia = { 1e-9, 1e-9, 1e-9 }, fixed = true }
        end
        robot.bodies[i] = made or common.fail(own.element, "there is no record of body '%s'", tostring(own.name))
        robot.body[own.name] = robot.bodies[i]
    end
    for number, joint in ipairs(model.joints) do
        local made = self.joint[joint.name] or self.joint[(joint.name or ""):match "^(.*)%.2$" or ""] -- the second turn of a joint of SDF
        if joint.kind == "free" then made = self.free[robot.bodies[joint.body]] or robot.into:serial { name = joint.name, a = robot.bodies[joint.body], free = true } end
        robot.joints[number] = made or common.fail(joint.element, "there is no record of joint '%s'", tostring(joint.name))
        if joint.name then robot.joint[joint.name] = made end
    end
end

return exact
