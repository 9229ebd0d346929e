-- scene:matrix against closed forms, finite differences and the equation of motion
local tw = require "tauwerk"

local function near(a, b, within, what)
    if not (math.abs(a - b) <= within) then error(string.format("%s: got %.15g, expected %.15g", what or "", a, b), 2) end
end

local function world()
    local scene = tw.scene { seed = 3, gravity = "earth", tau = 0.3 }
    local a = scene:box { name = "a", size = { 1, 0.4, 0.2 }, orientation = scene.random:rotation(), velocity = { 1, 2, 3 }, angular_velocity = { 0.3, -1, 2 } }
    local wall = scene:box { name = "wall", size = { 1, 1, 1 }, position = { 0, 3, 0 }, fixed = true }
    local b = scene:rod { name = "b", length = 2, radius = 0.1, position = { 1, 1, 1 }, orientation = scene.random:rotation(), angular_velocity = { 1, 0, -1 } }
    scene:hinge { name = "h", a = a, b = b, at_a = { 0.5, 0, 0 }, at_b = { 0, 0, 1 }, axis_a = { 0, 0, 1 }, axis_b = { 0, 1, 0 } }
    scene:distance { name = "d", a = b.end1, b = wall.center, length = 2 }
    scene:constraint { name = "edge", level = "velocity", bodies = { a }, deviation = function(x)
        return x.body[1].velocity:dot(x.body[1].orientation * tw.vec3(0, 1, 0))
    end }
    scene:ball { name = "off", a = a, at = { 0, 0, 0 }, enabled = false }
    return scene, a, b
end

tw.test("mass", function()
    local scene, a, b = world()
    local M = scene:matrix { "mass" }
    assert(#M == 12 and #M[1] == 12 and #M.rows == 12 and #M.names == 12 and M.rows[3] == M[3])
    assert(M.names[1] == "a.x" and M.names[6] == "a.rz" and M.columns[7] == "b.x" and M.columns[12] == "b.rz")
    for i = 1, 12 do
        for k = 1, 12 do
            near(M[i][k], M[k][i], 1e-12, "symmetric")
            if i <= 3 and k <= 3 then near(M[i][k], i == k and a.mass or 0, 0) end
            if i > 6 ~= (k > 6) then near(M[i][k], 0, 0) end
        end
    end
    -- M v is the momentum, v M v twice the energy
    local v, sum = {}, 0
    for _, body in ipairs { a, b } do
        for i = 1, 3 do v[#v + 1] = body.velocity[i] end
        for i = 1, 3 do v[#v + 1] = body.angular_velocity[i] end
    end
    local p = {}
    for i = 1, 12 do
        p[i] = 0
        for k = 1, 12 do p[i] = p[i] + M[i][k] * v[k] end
        sum = sum + v[i] * p[i]
    end
    near(sum / 2, scene:energy().kinetic, 1e-10, "energy")
    for i = 1, 3 do
        near(p[i], a.momentum[i], 1e-10)
        near(p[3 + i], a.angular_momentum[i], 1e-10)
        near(p[9 + i], b.angular_momentum[i], 1e-10)
    end
end)

tw.test("jacobian", function()
    local scene, a, b = world()
    local J = scene:matrix { "jacobian" }
    assert(#J == 7 and #J.names == 7 and #J[7] == 12)
    assert(J.names[1] == "h[1]" and J.names[5] == "h[5]" and J.names[6] == "d" and J.names[7] == "edge")
    -- against the deviations after a small motion along each column, to fourth order
    local function deviations()
        local all = {}
        local h = scene:find("h").deviation
        for i = 1, 5 do all[i] = h[i] end
        all[6] = scene:find("d").deviation
        return all
    end
    local home = {}
    for _, body in ipairs { a, b } do home[body] = { body.position, body.orientation } end
    local function look(column, by)
        local body, k = column <= 6 and a or b, (column - 1) % 6
        local e = tw.vec3(k % 3 == 0 and 1 or 0, k % 3 == 1 and 1 or 0, k % 3 == 2 and 1 or 0)
        if k < 3 then
            body.position = home[body][1] + e * by
        else
            body.orientation = tw.axis_angle(e, by) * home[body][2]
        end
        local all = deviations()
        body.position, body.orientation = home[body][1], home[body][2]
        return all
    end
    local h = 1e-3
    for column = 1, 12 do
        local m2, m1, p1, p2 = look(column, -2 * h), look(column, -h), look(column, h), look(column, 2 * h)
        for row = 1, 6 do
            near(J[row][column], (8 * (p1[row] - m1[row]) - (p2[row] - m2[row])) / (12 * h), 1e-8, J.names[row] .. " by " .. J.columns[column])
        end
    end
    -- the edge is a rate itself: linear in velocities, exactly
    local c, side = scene:find("edge"), a.orientation * tw.vec3(0, 1, 0)
    for k = 1, 3 do
        near(J[7][k], side[k], 1e-15)
        near(J[7][3 + k], 0, 0)
        near(J[7][6 + k], 0, 0)
    end
    near(c.deviation, a.velocity:dot(side), 1e-14)
end)

tw.test("delassus", function()
    local scene = world()
    local J, M, A = scene:matrix { "jacobian" }, scene:matrix { "mass" }, scene:matrix { "delassus" }
    assert(#A == 7 and #A[1] == 7 and A.names[6] == "d" and A.columns[7] == "edge")
    local rows, names = scene:matrix { "delassus" }
    assert(rows[2][3] == A[2][3] and names[6] == "d")
    -- M X = J^T by elimination, J X = A
    local n = #M
    for k = 1, 7 do
        local a, x = {}, {}
        for i = 1, n do
            a[i] = table.move(M[i], 1, n, 1, {})
            a[i][n + 1] = J[k][i]
        end
        for i = 1, n do
            for r = i + 1, n do
                local f = a[r][i] / a[i][i]
                for c = i, n + 1 do a[r][c] = a[r][c] - f * a[i][c] end
            end
        end
        for i = n, 1, -1 do
            x[i] = a[i][n + 1]
            for c = i + 1, n do x[i] = x[i] - a[i][c] * x[c] end
            x[i] = x[i] / a[i][i]
        end
        for r = 1, 7 do
            local sum = 0
            for i = 1, n do sum = sum + J[r][i] * x[i] end
            near(A[r][k], sum, 1e-12 * (1 + math.abs(sum)), "A")
        end
    end
end)

tw.test("order, and what is refused", function()
    local scene = world()
    local before = scene:hash()
    scene:matrix { "jacobian" }
    assert(scene:hash() == before)
    assert(#tw.scene {}:matrix { "jacobian" } == 0)
    for text, call in tw.sorted {
        ['expected "mass", "jacobian" or "delassus", got \'masses\''] = { "masses" },
        ['expected "mass", "jacobian" or "delassus", got nil'] = {},
        ["got also field"] = { "mass", of = 1 },
    } do
        local ok, why = pcall(scene.matrix, scene, call)
        assert(not ok and why:find(text, 1, true), why)
    end
end)
