-- Figure 3: a point-to-point constraint adds a second rod to the pendulum.
local tw = require "tauwerk"

local scene = tw.scene { name = "f03", duration = 6, tau = 0.25 }
local upper = scene:rod { name = "upper", radius = 0.06, from = { 0, 0, 2.4 }, to = { 0.9, 0, 1.6 }, material = "copper" }
local lower = scene:rod { name = "lower", radius = 0.06, from = { -1.6, 0.6, 0.4 }, to = { -1.2, 0.2, 1.6 }, material = "plastic" }
local pin = scene:connect(upper.end1, scene:nail { 0, 0, 2.4 })
local joint
scene:at(0.7, function() joint = scene:connect(upper.end2, lower.end2) end)
scene:at(2.2, function() scene.gravity = "earth" end)
scene:prop { kind = "box", size = { 0.5, 0.4, 0.1 }, position = { 0, 0, 2.56 }, material = "oak" }  -- where the nail is
scene:prop { kind = "cylinder", height = 0.15, radius = 0.025, position = { 0, 0, 2.44 }, material = "steel" }
scene:ground { height = -0.4 }
scene.draw = { "bodies", "points", "constraints" }

scene:expect { "the nail holds", value = function() return pin.deviation:length() end, equals = 0, within = 1e-6, at = "end" }
scene:expect { "the joint holds", value = function() return joint.deviation:length() end, equals = 0, within = 1e-5, at = "end" }
return scene
