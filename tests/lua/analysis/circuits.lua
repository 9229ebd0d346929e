-- scene:diagnose().circuits: loops by name
local tw = require "tauwerk"

local function names(set)
    local list = {}
    for i, entry in ipairs(set) do list[i] = entry.name end
    return table.concat(list, " ")
end

local function four_bar(scene, x, tag)
    local A, B, C, D = { x, 0, 0 }, { x + 0.3, 0, 1 }, { x + 2, 0, 1.5 }, { x + 2.2, 0, 0 }
    local crank = scene:rod { from = A, to = B, radius = 0.05 }
    local coupler = scene:rod { from = B, to = C, radius = 0.05 }
    local rocker = scene:rod { from = D, to = C, radius = 0.05 }
    scene:hinge { name = "a" .. tag, a = crank, at = A, axis = { 0, 1, 0 } }
    scene:hinge { name = "b" .. tag, a = coupler, b = crank, at = B, axis = { 0, 1, 0 } }
    scene:hinge { name = "c" .. tag, a = rocker, b = coupler, at = C, axis = { 0, 1, 0 } }
    scene:hinge { name = "d" .. tag, a = rocker, at = D, axis = { 0, 1, 0 } }
    return coupler
end

tw.test("two four-bars, each by itself", function()
    local scene = tw.scene {}
    four_bar(scene, 0, 1)
    four_bar(scene, 5, 2)
    local before = scene:hash()
    local found = scene:diagnose()
    assert(#found.redundant == 0 and #found.circuits == 2 and found.rows - found.rank == 6)
    for i, set in ipairs(found.circuits) do
        assert(set.surplus == 3 and set.rows == 20)
        assert(names(set) == ("a%d b%d c%d d%d"):format(i, i, i, i), names(set))
        assert(set.message:find("^3 of 20 rows follow from the others: constraint 'a%d' %(.*circuits.lua:%d+%)"), set.message)
        assert(found.message:find(set.message, 1, true))
    end
    assert(scene:hash() == before)
end)

tw.test("two loops that share hinges", function()
    local scene = tw.scene {}
    local coupler = four_bar(scene, 0, "")
    local e = scene:rod { from = { 1, 0, 1.2 }, to = { 1, 0, -1 }, radius = 0.05 }
    local f = scene:rod { from = { 1, 0, -1 }, to = { 3, 0, -1 }, radius = 0.05 }
    scene:hinge { name = "e", a = e, b = coupler, at = { 1, 0, 1.2 }, axis = { 0, 1, 0 } }
    scene:hinge { name = "f", a = f, b = e, at = { 1, 0, -1 }, axis = { 0, 1, 0 } }
    scene:hinge { name = "g", a = f, at = { 3, 0, -1 }, axis = { 0, 1, 0 } }
    local found = scene:diagnose()
    local sum = 0
    for _, set in ipairs(found.circuits) do sum = sum + set.surplus end
    assert(#found.circuits == 2 and sum == found.rows - found.rank)
    assert(names(found.circuits[1]) == "a b c d" and names(found.circuits[2]) == "a b e f g")
end)

tw.test("slider and crank, twins, a loop in space that depends on nothing", function()
    local scene = tw.scene {}
    local crank = scene:rod { from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.05 }
    local rod = scene:rod { from = { 0, 0, 1 }, to = { 2, 0, 0 }, radius = 0.05 }
    local piston = scene:box { size = { 0.3, 0.3, 0.3 }, position = { 2, 0, 0 } }
    scene:hinge { name = "main", a = crank, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
    scene:hinge { name = "big", a = rod, b = crank, at = { 0, 0, 1 }, axis = { 0, 1, 0 } }
    scene:hinge { name = "small", a = piston, b = rod, at = { 2, 0, 0 }, axis = { 0, 1, 0 } }
    scene:slider { name = "bore", a = piston, at = { 2, 0, 0 }, axis = { 1, 0, 0 } }
    local one = scene:diagnose().circuits
    assert(#one == 1 and one[1].surplus == 3 and one[1].rows == 20 and names(one[1]) == "main big small bore")
    scene:connect(crank.end2, rod.end1, { name = "again" })
    local two = scene:diagnose()
    assert(names(two.redundant) == "big again") -- the loop keeps what the ball joint does not
    local pair
    for _, set in ipairs(two.circuits) do
        if names(set) == "big again" then pair = set end
    end
    assert(pair and pair.surplus == 3 and pair.rows == 8)

    -- balls at the rod's ends: nothing is said twice
    scene = tw.scene {}
    crank = scene:rod { from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.05 }
    rod = scene:rod { from = { 0, 0, 1 }, to = { 2, 0.5, 0 }, radius = 0.05 }
    piston = scene:box { size = { 0.3, 0.3, 0.3 }, position = { 2, 0.5, 0 } }
    scene:hinge { a = crank, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
    scene:ball { a = rod, b = crank, at = { 0, 0, 1 } }
    scene:ball { a = piston, b = rod, at = { 2, 0.5, 0 } }
    scene:slider { a = piston, at = { 2, 0.5, 0 }, axis = { 1, 0, 0 } }
    assert(#scene:diagnose().circuits == 0)
end)
