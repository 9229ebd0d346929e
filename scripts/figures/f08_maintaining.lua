-- Figure 8: maintaining a constraint. The force adapts: it holds the pendulum up against gravity, and
-- sideways against its inertia.
local tw = require "tauwerk"

local scene = tw.scene { name = "f08", duration = 4, gravity = "earth" }
local rod = scene:rod { name = "rod", radius = 0.06, from = { 0, 0, 2 }, to = { 1.3, 0, 1.8 }, material = "copper" }
local pin = scene:connect(rod.end1, scene:nail { 0, 0, 2 })
scene.draw = { "bodies", "points", "forces" }
scene:ground { height = 0 }

-- energy stays: a met constraint does no work
local E0
scene:at(0, function() E0 = scene:energy().total end)
scene:expect { "energy", value = function() return scene:energy().total - E0 end, equals = 0, within = 1e-4, at = "end" }
scene:expect { "it holds", value = function() return pin.deviation:length() end, equals = 0, within = 1e-7, at = "end" }
return scene
