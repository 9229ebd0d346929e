-- Figure 10: the force of a point-to-nail constraint has three parts: against gravity (F_g), against the
-- velocity (F_v), toward the nail (F_D). In the steady state F_v = F_D = 0 and F_c = -F_g.
local tw = require "tauwerk"

local scene = tw.scene { name = "f10", duration = 4, gravity = "earth", tau = 0.35 }
local ball = scene:sphere { name = "ball", radius = 0.2, position = { -2, 0, 0.8 }, material = "chalk", color = { 0.7, 0.3, 0.25 } }
local pull = scene:connect(ball.center, scene:nail { 1, 0, 2 }, { name = "F_c" })
scene.draw = { "bodies", "points", "constraints", "split", "names" }
scene:ground { height = 0 }

-- the parts in closed form [BB88 example 2]
local function parts()
  local s, m, tau = pull.split, ball.mass, 0.35
  local Fg = s.external - m * tw.vec3(0, 0, 9.81)
  local Fv = s.velocity + (2 * m / tau) * ball.velocity
  local FD = s.deviation + (m / tau ^ 2) * pull.deviation
  return (Fg:length() + Fv:length() + FD:length() + s.inertial:length()) / (m * 9.81)
end
scene:expect { "parts", value = parts, equals = 0, within = 1e-9, at = 0.7 }
scene:expect { "steady", value = function() return (pull.force - ball.mass * tw.vec3(0, 0, 9.81)):length() / (ball.mass * 9.81) end,
               equals = 0, within = 1e-3, at = "end" }
return scene
