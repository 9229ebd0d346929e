-- expect: 6: scene:advance: constraint 'pull' (tests/bad/ends/project_caps.lua:5): stepper 'project' cannot bound forces
local tw = require "tauwerk"
local scene = tw.scene { stepper = "project" }
local ball = scene:sphere { radius = 1 }
scene:connect(ball.center, scene:nail { 1, 0, 0 }, { name = "pull", max_force = 3 })
scene:advance(1)
