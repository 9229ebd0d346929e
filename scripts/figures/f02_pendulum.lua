-- Figure 2: a point-to-nail constraint. An end of a rod is fixed at a place in space; the rod flies
-- there and has become a pendulum.
local tw = require "tauwerk"

local scene = tw.scene { name = "f02", duration = 5, gravity = "earth", tau = 0.3 }
local rod = scene:rod { name = "rod", length = 1.4, radius = 0.07, position = { -1.6, 0.4, 0.6 },
                        orientation = tw.axis_angle({ 0, 1, 0 }, 1.2), material = "copper" }
local pin = scene:connect(rod.end2, scene:nail { 0, 0, 2 })
scene:prop { kind = "box", size = { 0.5, 0.4, 0.1 }, position = { 0, 0, 2.15 }, material = "oak" }  -- where the nail is
scene:prop { kind = "cylinder", height = 0.14, radius = 0.025, position = { 0, 0, 2.04 }, material = "steel" }
scene:ground { height = -0.2 }
scene.draw = { "bodies", "points", "constraints" }

-- from rest, |D| = |D0| (1 + t/tau) exp(-t/tau)
local D0 = pin.deviation:length()
scene:expect { "deviation after 1 s", value = function() return pin.deviation:length() end,
               equals = D0 * (1 + 1 / 0.3) * math.exp(-1 / 0.3), within = 1e-6 * D0, at = 1 }
scene:expect { "the nail holds", value = function() return pin.deviation:length() end, equals = 0, within = 1e-5, at = "end" }
return scene
