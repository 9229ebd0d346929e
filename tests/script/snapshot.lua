local tw = require "tauwerk"
local scene = tw.scene { name = "snapshot", duration = 1, fps = 10, gravity = "earth" }
local rod = scene:rod { name = "arm", length = 1, radius = 0.05, position = { 0.5, 0, 2 },
                        orientation = tw.axis_angle({ 0, 1, 0 }, tw.deg(90)), user = { laps = 1 } }
local hinge = scene:connect(rod.end1, scene:nail { 0, 0, 2 }, { name = "hinge" })
local fired = 0
local tick = scene:every(0.25, function() fired = fired + 1 end)
local height = scene:record { "height", value = function() return rod:exists() and rod.position.z or 0 end, every = 0.1 }
scene:ramp { hinge, "tau", to = 0.4, from = 0.2, t0 = 0.2, t1 = 0.9 }

scene:advance(0.33)
local s = scene:snapshot()
assert(tostring(s) == "snapshot of scene 'snapshot'")
local here, random = scene:hash(), scene.random:uniform(0, 1)
scene:advance(0.4)
local there, count, samples = scene:hash(), fired, #height.t
assert(fired == 3 and samples == 8, fired .. " " .. samples)

-- changed in every way, and taken back
local ball = scene:sphere { radius = 0.2 }
local late = scene:at(5, function() end)
hinge:remove()
rod.mass = 100
rod.user = { laps = 2 }
scene.gravity = { 0, 0, 0 }
scene.camera = { eye = { 1, 2, 3 } }
scene:light { kind = "sun" }
tick:cancel()
rod:remove()
scene:advance(0.2)
scene:restore(s)
assert(scene:hash() == here and scene.time == 0.33)
assert(rod:exists() and hinge:exists() and rod.name == "arm" and scene:find "arm" == rod)
assert(rod.user.laps == 1 and rod.mass < 100 and scene.gravity.z == -9.81)
assert(not ball:exists() and not pcall(function() return ball.radius end))
assert(not pcall(function() return late.done end), "an event that was never planned")
late:cancel()
assert(#scene:events() == 1 and not tick.done and tick.time == 0.5)
assert(scene.random:uniform(0, 1) == random)
assert(#height.t == 4 and height.t[4] <= 0.33 and height.max == height.v[1])

-- the same bits, twice
for _ = 1, 2 do
    fired = 2
    scene:restore(s)
    scene:advance(0.15)
    scene:advance(0.25)
    scene:restore(s)
    fired = 2
    scene:advance(0.4)
    assert(scene:hash() == there, "the same bits")
    assert(fired == count and #height.t == samples)
end

-- names are free again, and ids of objects that are undone never come back
scene:restore(s)
local other = scene:sphere { radius = 0.1 }
assert(other ~= ball and not ball:exists() and other.name == "sphere1")
scene:restore(s)
assert(not other:exists())

-- a later snapshot knows what an earlier one does not
local once, hits = nil, 0
scene:restore(s)
once = scene:at(0.6, function() hits = hits + 1 end)
local later = scene:snapshot()
scene:restore(s)
scene:advance(0.4)
assert(hits == 0 and not pcall(function() return once.done end))
scene:restore(later)
scene:advance(0.4)
assert(hits == 1 and once.done)
scene:restore(later)
scene:advance(0.4)
assert(hits == 2)

-- a timeline that waits is no hindrance; one made since is undone
scene:restore(s)
local log = ""
local tl = scene:timeline(function(t)
    log = log .. "a"
    t:wait(0.3)
    log = log .. "b"
end)
scene:advance(0.1)
local waits = scene:snapshot()
scene:advance(0.1)
tl:cancel()
assert(tl.done)
scene:restore(waits)
assert(not tl.done)
scene:advance(0.25)
assert(log == "ab" and tl.done)
assert(not pcall(scene.restore, scene, waits))
scene:restore(s)

-- inside an event: taken, but not restored
local inner
scene:at(0.4, function()
    inner = scene:snapshot()
    local ok, text = pcall(scene.restore, scene, inner)
    assert(not ok and text:find("cannot be called inside an event", 1, true), text)
end)
local plain = scene:snapshot()
scene:advance(0.4)
local last = scene:hash()
scene:restore(inner)
assert(scene.time == 0.4)
scene:advance_to(0.73)
assert(scene:hash() == last, "from inside an event")
scene:restore(plain)
scene:advance(0.4)
assert(scene:hash() == last)

-- a crossing stands inside a step: the step is done again
scene:restore(s)
scene:advance(0.1234)
local level = rod.position.z
scene:restore(s)
local seen
scene:when(function() return rod.position.z - level end, function() seen = scene:snapshot() end)
scene:advance(0.4)
assert(seen)
local after = scene:hash()
scene:restore(seen)
assert(scene.time > 0.33 and scene.time < 0.73)
scene:advance_to(0.73)
assert(scene:hash() == after, "from inside a step")

-- expectations are not undone
scene:restore(s)
scene:expect { "told at 0.5", at = 0.5, value = function(_, t) return t end, equals = 0.5 }
scene:restore(s)
scene:expect { "here", value = scene.time, equals = 0.33 }
scene:advance(0.3)
