-- two scenes, one after the other; the amount of one of them comes from the command line
local tw = require "tauwerk"
local speed = tw.param("speed", 1)
local function make(name)
  local scene = tw.scene { name = name, duration = 0.1, fps = 20, size = {64, 36} }
  scene:sphere { name = "ball, " .. name, radius = 0.2, velocity = {speed, 0, 0} }
  print("made " .. name)
  return scene
end
return { make "one", make "two" }
