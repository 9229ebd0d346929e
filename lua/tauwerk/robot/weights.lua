-- What `springdamper` of MJCF needs: how freely each joint moves at the reference pose. free(model, reference, number) is
-- the mean over the joint's freedoms of the diagonal of M^-1, with M_ij = sum over bodies of m v_i . v_j + w_i . I w_j, and armature on the
-- diagonal; v_i, w_i: velocities of a body's centre of mass and of its turn by freedom i alone.
local tw, common = ...
local unit = { tw.vec3(1, 0, 0), tw.vec3(0, 1, 0), tw.vec3(0, 0, 1) }

-- { body, along, about, at } of each freedom: a slide along an axis, or a turn about one through a place
local function freedoms(model, pose)
    local list, of = {}, {}
    for number, joint in ipairs(model.joints) do
        local p = pose[joint.body]
        local at, first = p.x + p.q * joint.position, #list + 1
        local function slide(axis) list[#list + 1] = { body = joint.body, along = axis, armature = joint.armature } end
        local function turn(axis) list[#list + 1] = { body = joint.body, about = axis, at = at, armature = joint.armature } end
        if joint.kind == "hinge" then turn(p.q * joint.axis) end
        if joint.kind == "slide" then slide(p.q * joint.axis) end
        for k = 1, joint.kind == "free" and 3 or 0 do slide(unit[k]) end
        for k = 1, (joint.kind == "free" or joint.kind == "ball") and 3 or 0 do turn(p.q * unit[k]) end
        of[number] = { first, #list }
    end
    return list, of
end

local function times(I, v)
    return tw.vec3(I[1][1] * v.x + I[1][2] * v.y + I[1][3] * v.z, I[2][1] * v.x + I[2][2] * v.y + I[2][3] * v.z,
        I[3][1] * v.x + I[3][2] * v.y + I[3][3] * v.z)
end

-- M as rows, lower half
local function masses(model, pose, list)
    local M, moved = {}, {} -- moved[i][body]: the body moves by freedom i
    for i, f in ipairs(list) do
        M[i], moved[i] = {}, { [f.body] = true }
        for j = 1, i do M[i][j] = 0 end
        for _, b in ipairs(model.order) do
            if moved[i][model.bodies[b].parent] then moved[i][b] = true end
        end
        M[i][i] = f.armature
    end
    for _, b in ipairs(model.order) do
        local own = model.bodies[b].inertial
        if own then
            local x, I = pose[b].x + pose[b].q * own.position, common.turned(own.inertia, pose[b].q)
            local v, w = {}, {}
            for i, f in ipairs(list) do
                if moved[i][b] then
                    v[i] = f.along or f.about:cross(x - f.at)
                    w[i] = f.about and times(I, f.about)
                    for j = 1, i do
                        if v[j] then M[i][j] = M[i][j] + own.mass * v[i]:dot(v[j]) + (w[i] and list[j].about and w[i]:dot(list[j].about) or 0) end
                    end
                end
            end
        end
    end
    return M
end

-- L L^T = M in its place; nil: M is singular
local function factor(M)
    for i = 1, #M do
        for j = 1, i do
            local sum = M[i][j]
            for k = 1, j - 1 do sum = sum - M[i][k] * M[j][k] end
            if i > j then
                M[i][j] = sum / M[j][j]
            elseif not (sum > 0) then
                return nil
            else
                M[i][i] = sum ^ 0.5
            end
        end
    end
    return M
end

-- element i, i of M^-1: the square of L^-1 e_i
local function diagonal(L, i)
    local y, sum = {}, 0
    for r = i, #L do
        local x = r == i and 1 or 0
        for k = i, r - 1 do x = x - L[r][k] * y[k] end
        y[r] = x / L[r][r]
        sum = sum + y[r] * y[r]
    end
    return sum
end

-- for all joints of a model; nil: some freedom has no mass
return function(model, reference)
    local list, of = freedoms(model, reference)
    local L = factor(masses(model, reference, list))
    if not L then return nil end
    return function(number)
        local first, last = of[number][1], of[number][2]
        local sum = 0
        for i = first, last do sum = sum + diagonal(L, i) end
        return sum / (last - first + 1)
    end
end
