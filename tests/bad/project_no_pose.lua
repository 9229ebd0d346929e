-- expect: 7: scene:advance: constraint 'rod' (tests/bad/project_no_pose.lua:6): no pose near the present one
-- status: 3
local tw = require "tauwerk"
local scene = tw.scene { stepper = "project", step = 0.5, tau = 1, gravity = { 0, -10, 0 } }
local ball = scene:sphere { radius = 0.1, position = { 1, -1, 0 } }
scene:distance { a = ball.center, b = scene:nail { 0, 0, 0 }, length = math.sqrt(2), name = "rod" }
scene:advance(1)
