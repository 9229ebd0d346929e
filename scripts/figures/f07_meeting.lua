-- Figure 7: meeting a constraint. The force pulls a ball toward a nail, then brings it to rest there.
local tw = require "tauwerk"

local scene = tw.scene { name = "f07", duration = 4, tau = 0.4 }
local ball = scene:sphere { name = "ball", radius = 0.2, position = { -2, 0, 0.5 }, velocity = { 0, 0, 3 }, material = "rubber" }
local pull = scene:connect(ball.center, scene:nail { 1, 0, 1.2 })
scene:trail { point = ball.center, seconds = 4, radius = 0.02, color = { 0.25, 0.5, 0.85 } }
-- below the nail, and not so high that the ball meets it
scene:prop { kind = "cylinder", height = 1, radius = 0.05, position = { 1, 0, 0.5 }, material = "oak" }
scene.draw = { "bodies", "points", "constraints", "forces" }
scene:ground { height = 0 }

scene:expect { "at rest at the nail", value = function() return pull.deviation:length() + ball.velocity:length() end,
               equals = 0, within = 0.01, at = "end" }
return scene
