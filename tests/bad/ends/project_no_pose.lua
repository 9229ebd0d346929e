-- expect: 13: scene:advance: the simulation failed after t = 0.828
-- status: 3
local tw = require "tauwerk"
local scene = tw.scene { stepper = "project", step = 0.01, tau = 0.1, gravity = { 0, -10, 0 } }
-- the second nail goes away: where it is farther than both lengths, no part of a step is short enough
local ball = scene:sphere { radius = 0.1, position = { 1, -1, 0 } }
scene:distance { a = ball.center, b = scene:nail { 0, 0, 0 }, length = math.sqrt(2), name = "near" }
scene:distance {
  a = ball.center, b = scene:path(function(t) return { 2 + t, 0, 0 } end),
  length = math.sqrt(2),
  name = "far",
}
scene:advance(3)
