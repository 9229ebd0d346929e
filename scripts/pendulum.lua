-- A pendulum that assembles itself: two rods fly in, join to a nail and to each other; then gravity
-- comes on and it swings.
local tw = require "tauwerk"

local scene = tw.scene { name = "pendulum", duration = 8, fps = 30, tau = 0.35, size = { 1280, 720 } }

local nail = scene:nail { 0, 0, 2.2 }
scene:box { name = "beam", size = { 0.5, 0.5, 0.12 }, position = { 0, 0, 2.34 }, fixed = true, material = "oak" }

local upper = scene:rod { name = "upper", length = 1, radius = 0.06, position = { -1.9, 0.6, 0.7 },
                          orientation = tw.euler(0.4, 1.3, 0), angular_velocity = { 0.5, 0.2, 0.9 },
                          material = "copper" }
local lower = scene:rod { name = "lower", length = 1, radius = 0.06, position = { 1.8, -0.5, 1.1 },
                          orientation = tw.euler(1.1, -0.6, 0.3), angular_velocity = { 0, -0.8, 0.4 },
                          material = "steel" }

local hang = scene:connect(upper.end2, nail)
local join

-- the lower rod comes second
scene:at(0.8, function() join = scene:connect(lower.end2, upper.end1) end)

-- until they are together the air is thick
local air = scene:drag { rate = 0.8 }

scene:timeline(function(tl)
  tl:wait(3)
  air:disable()
  scene.gravity = "earth"
end)

scene:ground { height = 0 }
scene.camera = { target = { 0, 0, 1.28 }, eye = { 0.9, -5.9, 1.75 }, fov = tw.deg(27) }

scene:expect { "the nail holds", value = function() return hang.deviation:length() end, within = 1e-6, equals = 0, at = "end" }
scene:expect { "the joint holds", value = function() return join.deviation:length() end, within = 1e-6, equals = 0, at = "end" }
scene:expect { "it swings", value = function() return lower.velocity:length() > 0 and 1 or 0 end, equals = 1, at = 6 }

return scene
