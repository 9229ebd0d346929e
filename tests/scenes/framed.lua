-- no camera is given: the framing looks at the whole film, also when only a part is drawn
local tw = require "tauwerk"
local scene = tw.scene { name = "framed", duration = 0.5, fps = 12, size = {64, 36} }
scene:sphere { name = "ball", radius = 0.2, velocity = {4, 0, 1} }
scene:box { name = "box", size = {0.3, 0.3, 0.3}, angular_velocity = {0, 3, 1} }
scene.draw = "debug"
return scene
