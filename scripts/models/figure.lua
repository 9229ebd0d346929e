-- A figure whose limbs float scattered about assembles itself and hangs from one hand; then it is drawn to and fro by
-- that hand.
local tw = require "tauwerk"
require "tauwerk.models"

local scene = tw.scene { name = "figure", duration = 8, gravity = "earth", tau = 0.2 }
local figure = scene:figure { name = "figure", height = 1.75, mass = 72, position = { 0, 0, 0.75 } }
scene:drag { rate = 1.5 }
local hold = scene:path(function(t)
  return tw.vec3(0.3 + 0.35 * (1 - tw.math.cos(2 * tw.math.max(t - 4, 0))), 0, 2.6)
end)
local grip = scene:connect(figure.user["hand.l"]:point { 0, 0, 0 }, hold, { name = "grip" })
figure:scatter { min = { -1.4, -0.8, 0.4 }, max = { 1.4, 0.8, 2.8 } }

scene:expect { "assembles itself", value = function() return figure.met and grip.met end, at = 6 }
scene:expect { "keeps together, drawn along", value = function() return grip.deviation:length() end, equals = 0, within = 1e-4, at = 7 }
scene:expect { "assembled at the end", value = function() return figure.met end, at = "end" }
scene:expect { "hangs", at = 4, value = function()
  local limb = figure.user
  return limb.head.position.z < 2.6 and limb["foot.r"].position.z < limb.pelvis.position.z - 0.5
end }

scene.look = "daylight"
scene:ground {}
scene.camera = { eye = { 1.2, -6.5, 1.9 }, target = { 0.1, 0, 1.5 }, fov = tw.deg(27) }
return scene
