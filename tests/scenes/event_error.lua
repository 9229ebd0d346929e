-- an error in an event, long after the script has been read
local tw = require "tauwerk"
local scene = tw.scene { name = "event_error", duration = 0.4, fps = 30, size = {64, 36} }
local ball = scene:sphere { name = "ball", radius = 0.2 }
scene:at(0.15, function()
  ball.radius = ball.no_such_thing + 1
end)
return scene
