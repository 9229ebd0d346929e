-- Armature as flywheels (docs/robots.md): what a flywheel of a ball or a free joint follows, and how one is recognised, whatever its name.
local tw, host = ...
local rotors = { follow = {}, text_of = {} }

-- The deviation of a flywheel, by the number of bodies of its constraint: body [1], the wheel, turns in the world
--     1: as fast as the first point moves, 1 rad/s for 1 m/s
--     2, 3: as body [2] does relative to the world, or to body [3], seen from [2]
for count, turn in pairs {
    "x.velocity[1]",
    "x.body[2].orientation:inverse() * x.body[2].angular_velocity",
    "x.body[2].orientation:inverse() * (x.body[2].angular_velocity - x.body[3].angular_velocity)",
} do
    local text = string.format([[
function(x)
  return x.body[1].angular_velocity - %s
end]], turn)
    rotors.follow[count] = assert(load("return " .. text, "=turn of a rotor"))()
    rotors.text_of[rotors.follow[count]] = text
end

local models = {} -- by the number of bodies: a constraint with this deviation

local function points_of(count) return count == 1 and 1 or 0 end

local function model(count)
    if not models[count] then
        local scene, bodies = tw.scene {}, {}
        for k = 1, count do bodies[k] = scene:sphere { radius = 1 } end
        models[count] = scene:constraint { level = "velocity", points = points_of(count) == 1 and { bodies[1].center } or nil, bodies = bodies,
            deviation = rotors.follow[count] }
    end
    return models[count]
end

-- is a constraint the one by which the flywheel of a ball or a free joint follows it
function rotors.follows(c)
    if c.kind ~= "constraint" or c.level ~= "velocity" then return false end
    local count = #c.bodies
    return rotors.follow[count] ~= nil and #(c.points or {}) == points_of(count) and host.alike(c, model(count), "deviation")
end

-- is a body a flywheel: unseen, with the same moment about all axes, as great as its mass
function rotors.wheel(body)
    if body.visible ~= false or body.collide or body.fixed then return false end
    local m, I = body.mass, body.inertia
    if type(I) == "table" and type(I[1]) == "number" then return I[1] == m and I[2] == m and I[3] == m end
    if type(I) ~= "table" then return I.x == m and I.y == m and I.z == m end
    for i = 1, 3 do
        for j = 1, 3 do
            if I[i][j] ~= (i == j and m or 0) then return false end
        end
    end
    return true
end

return rotors
