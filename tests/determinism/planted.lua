-- A double pendulum in which, with --set ulp=1, one number of the state moves by one unit in the last
-- place at t = 0.5: the comparison must find it (planted.sh).
local tw = require "tauwerk"
local ulp = tw.param("ulp", 0)

local scene = tw.scene { name = "planted", duration = 1, fps = 30, tau = 0.1, gravity = "earth" }
local upper = scene:rod { name = "upper", from = { 0, 0, 2 }, to = { 0.8, 0, 1.4 }, radius = 0.05 }
local lower = scene:rod { name = "lower", from = { 0.8, 0, 1.4 }, to = { 1.4, 0.3, 1 }, radius = 0.05 }
scene:connect(upper.end1, scene:nail { 0, 0, 2 }, { name = "nail" })
scene:connect(upper.end2, lower.end1, { name = "elbow" })
local ball = scene:sphere { name = "ball", radius = 0.1, position = { 0, 1, 2 }, velocity = { 0.3, 0.1, 0 } }

scene:at(0.5, function()
  if ulp == 0 then return end
  local p = ball.position
  -- the next double: for 1 <= z < 2 one unit is 2^-52
  ball.position = { p.x, p.y, p.z + (p.z >= 1 and 2.0 ^ -52 or 2.0 ^ -53) }
end)
return scene
