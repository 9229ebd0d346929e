-- scene:required: the torques and forces in joints that make a given motion (inverse dynamics, with loops). Motors
-- follow the motion; what they need is read along the way, and everything is put back as it was. Where joints drive
-- more than moves freely, the smallest of all torques that do it.
local tw, host = ...
local fail, kind, describe = host.fail, host.kind, host.describe

-- ---- what is asked ------------------------------------------------------------------------------

local coordinate = { hinge = "angle", slider = "position" }

local function check_joint(what, joint)
    if kind(joint) ~= "constraint" or not coordinate[joint.kind] then
        fail("%s: field 'joint': expected a hinge or slider, or a list of them, got %s", what, describe(joint))
    end
    return joint
end

-- lists of joints and motions from single ones or lists; single: one joint stood alone
local function lists(what, t)
    if t.joint == nil then fail("%s: field 'joint' is missing", what) end
    if t.motion == nil then fail("%s: field 'motion' is missing", what) end
    local single = type(t.joint) ~= "table"
    local joints = single and { t.joint } or t.joint
    local motions = single and { t.motion } or t.motion
    if type(motions) ~= "table" then fail("%s: field 'motion': expected a list, one for each joint, got %s", what, describe(motions)) end
    if #joints == 0 then fail("%s: field 'joint': expected a hinge or slider, or a list of them, got an empty list", what) end
    if #motions ~= #joints then
        fail("%s: field 'motion': expected %d, one for each joint, got %d", what, #joints, #motions)
    end
    for _, joint in ipairs(joints) do check_joint(what, joint) end
    return joints, motions, single
end

local function check_time(what, name, value, default)
    if value == nil then return default end
    if type(value) ~= "number" or value - value ~= 0 then
        fail("%s: field '%s': expected a finite number, got %s", what, name, describe(value))
    end
    return value
end

local function times(what, scene, t)
    local from, to = check_time(what, "from", t.from, scene.time), check_time(what, "to", t.to, scene.duration)
    if from < scene.time then fail("%s: field 'from': expected a time from now (%g s) on, got %g", what, scene.time, from) end
    if not (to > from) then fail("%s: field 'to': expected a time after 'from' (%g s), got %g", what, from, to) end
    local every = check_time(what, "every", t.every, (to - from) / 100)
    if not (every > 0) then fail("%s: field 'every': expected a positive number, got %g", what, every) end
    local count = math.floor((to - from) / every + 1e-9)
    if count > 1000000 then fail("%s: field 'every': expected at most a million times, got %d", what, count) end
    return from, every, count
end

-- ---- one instant --------------------------------------------------------------------------------

-- along the joint's axis, on its first body
local function effort(joint, motor)
    local axis = joint.axis_b
    if joint.b then axis = joint.b.orientation * axis end
    axis = axis:normalized()
    return joint.kind == "hinge" and motor.torque:dot(axis) or motor.force:dot(axis)
end

local function dot(a, b)
    local sum = 0
    for i = 1, #a do sum = sum + a[i] * b[i] end
    return sum
end

-- v less its parts along the orthonormal rows of a basis, twice for rounding
local function reduce(v, basis)
    for _ = 1, 2 do
        for _, u in ipairs(basis) do
            local along = dot(u, v)
            for i = 1, #v do v[i] = v[i] - along * u[i] end
        end
    end
    return v
end

-- adds the direction of v to the basis where it is new; size: what |v| is small against
local function extend(basis, v, size)
    reduce(v, basis)
    local length = math.sqrt(dot(v, v))
    if length <= 1e-9 * size then return end
    for i = 1, #v do v[i] = v[i] / length end
    basis[#basis + 1] = v
end

-- Torques that change no motion are those whose J_m^T is in the range of the other rows' J_c^T: with R the
-- rows of J_m less that range they solve R^T x = 0. The smallest torques have no part of them: they are
-- the projection on the range of R.
local function smallest(scene, motors, efforts)
    local J = scene:matrix { "jacobian" }
    local row_of, held = {}, {}
    for i, motor in ipairs(motors) do row_of[motor.name] = i end
    for k, row in ipairs(J.rows) do
        if not row_of[J.names[k]] then extend(held, { table.unpack(row) }, math.sqrt(dot(row, row))) end
    end
    local rest = {}
    for k, row in ipairs(J.rows) do
        local i = row_of[J.names[k]]
        if i then rest[i] = reduce({ table.unpack(row) }, held) end
    end
    local range = {}
    for c = 1, #J.columns do
        local column = {}
        for i = 1, #motors do column[i] = rest[i] and rest[i][c] or 0 end
        extend(range, column, 1)
    end
    if #range == #motors then return efforts end
    local out = {}
    for i = 1, #efforts do out[i] = 0 end
    for _, u in ipairs(range) do
        local along = dot(u, efforts)
        for i = 1, #out do out[i] = out[i] + along * u[i] end
    end
    return out
end

-- ---- the motion ---------------------------------------------------------------------------------

local function make_motors(scene, joints, motions)
    local motors = {}
    for i, joint in ipairs(joints) do
        motors[i] = scene:motor { joint = joint, [coordinate[joint.kind]] = motions[i] }
    end
    return motors
end

-- the constraint that is not met, in words; nil: all are
local function unmet(scene)
    for _, c in ipairs(scene.constraints) do
        if c.enabled and not c.met then return c end
    end
end

local function follow(scene, joints, motors, from, every, count, found)
    scene:advance_to(from)
    local report = scene:assemble { compare = false }
    if not report.assembled then
        found.why = "the constraints and the motion at its begin cannot all hold: " .. report.message
        return
    end
    for k = 0, count do
        scene:advance_to(from + k * every)
        local broken = unmet(scene)
        if broken then
            found.why = ("at t = %.4g s %s is not met: the motion leads where the constraints do not let it"):format(scene.time, tostring(broken))
            return
        end
        local efforts = {}
        for i, joint in ipairs(joints) do efforts[i] = effort(joint, motors[i]) end
        efforts = smallest(scene, motors, efforts)
        found.t[k + 1] = scene.time
        for i, joint in ipairs(joints) do
            local speed = joint.speed
            found.torque[i][k + 1] = efforts[i]
            found.power[i][k + 1] = efforts[i] * speed
            found.largest[i] = math.max(found.largest[i], math.abs(efforts[i]))
        end
    end
    found.ok = true
end

local function required(scene, t)
    local what = "scene:required"
    if kind(scene) ~= "scene" then fail("%s: call it with a colon, as in scene:required{...}", what) end
    if type(t) ~= "table" then fail("%s: expected a table, as in scene:required{joint = h, motion = f}, got %s", what, describe(t)) end
    host.check_names(what, t, { joint = 1, motion = 1, from = 1, to = 1, every = 1 })
    local joints, motions, single = lists(what, t)
    local from, every, count = times(what, scene, t)
    local found = { ok = false, t = {}, torque = {}, power = {}, largest = {} }
    for i = 1, #joints do found.torque[i], found.power[i], found.largest[i] = {}, {}, 0 end
    local before = scene:snapshot()
    host.silence(scene, true)
    local ok, why = pcall(function()
        local motors = make_motors(scene, joints, motions)
        follow(scene, joints, motors, from, every, count, found)
    end)
    host.silence(scene, false)
    scene:restore(before)
    if not ok then error(why, 0) end
    if single then
        found.torque, found.power, found.largest = found.torque[1], found.power[1], found.largest[1]
    end
    return found
end

return { required = required }
