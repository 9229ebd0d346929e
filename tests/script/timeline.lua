local tw = require "tauwerk"
local scene = tw.scene { name = "timeline", duration = 3, fps = 10 }
local log = {}
local function note(...) log[#log + 1] = table.concat({ ... }, " ") end

local drop = scene:sphere { radius = 0.1, position = { 0, 0, 1 } }
scene:at(1, function(s, t) note("b", t) end)
scene:at(1, function() note("c") end)
scene:at(0.5, function(s, t)
    note("a", t, s == scene and "scene" or "?")
    s:at(1, function() note("d") end)
end)
local every = scene:every(0.25, function(s, t) note("every", t) end, { from = 0.5, to = 1 })
local spans = 0
scene:during(0, 1, function(t, u)
    spans = spans + 1
    assert(math.abs(t - u) < 1e-12)
end)
local cancelled = scene:at(2, function() note("never") end)
scene:at(1.9, function() cancelled:cancel() end)

-- free fall from height 1: at t = sqrt(2/g) the ball is at 0
local fall
scene.gravity = { 0, 0, -9.81 }
scene:when(function() return drop.position.z end, function(s, t) fall = t end, { direction = "down" })

local ramp = scene:ramp { scene, "tau", to = 1.2, t0 = 1, t1 = 2, ease = "linear" }
local middle
scene:at(1.5, function() middle = scene.tau end)
scene:timeline(function(tl)
    tl:wait(0.75)
    note("waited", scene.time)
    note(tostring(tl:wait_until(function() return false end, { timeout = 0.125 })), scene.time)
    note(tostring(tl:wait_until(function(_, t) return t >= 1 end)), string.format("%.6f", scene.time))
end)

scene:expect { "order", at = "end", value = function()
    return table.concat(log, ", ")
end, equals = "a 0.5 scene, every 0.5, every 0.75, waited 0.75, false 0.875, b 1.0, c, every 1.0, d, true 1.000000" }
scene:expect { "fall", at = "end", value = function() return fall end, equals = math.sqrt(2 / 9.81), within = 1e-9 }
scene:expect { "ramp", value = function() return middle end, equals = 0.7, within = 1e-15 }
scene:expect { "ramp's end", value = function() return scene.tau end, equals = 1.2 }
scene:expect { "handles", value = function() return cancelled.done and every.done and ramp.done end }
scene:expect { "spans", value = function() return spans end, equals = 11 }
scene:expect { "at a time", at = 0.5, value = function() return drop.velocity.z end, equals = -9.81 / 2, within = 1e-9 }
scene:expect { "events", value = function() return #scene:events() > 8 and scene:events()[1].time == 1 end }
return scene
