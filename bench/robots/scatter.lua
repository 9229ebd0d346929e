-- How many random scatters of a robot pull themselves together: the parts lie about, fly by their joints, and after 4 s no
-- constraint deviates by more than 1e-4. Seeds that fail are named, with the constraint that is furthest apart.
--   tauwerk lua bench/robots/scatter.lua ROBOT [COUNT [FROM]]
local tw = require "tauwerk"
local file, count, from = ...
count, from = math.tointeger(count or 100), math.tointeger(from or 1)

local function size(d)
    if type(d) == "number" then return math.abs(d) end
    if type(d) ~= "table" then return d:length() end
    local sum = 0
    for _, x in ipairs(d) do sum = sum + x * x end
    return sum ^ 0.5
end

local good, began = 0, os.clock()
for seed = from, from + count - 1 do
    local ok, why = pcall(function()
        local scene = tw.scene { tau = 0.1 }
        local robot = tw.import(file, { scene = scene, contacts = false, limits = false, springs = false, actuators = false,
            armature = false, friction = false, world = false, scatter = seed })
        scene:drag { rate = 5 }
        scene:advance(4)
        local worst, name = 0, "nothing"
        for _, c in ipairs(robot.group.constraints) do
            if c.kind ~= "serial" or c.rows then
                local d = size(c.deviation)
                if not (d <= worst) then worst, name = d, tostring(c) end
            end
        end
        assert(worst < 1e-4, string.format("%s is %.3g apart", name, worst))
    end)
    if ok then good = good + 1 else print(string.format("seed %d: %s", seed, why)) end
end
print(string.format("%s: %d of %d scatters assemble, %.2f s each", file, good, count, (os.clock() - began) / count))
