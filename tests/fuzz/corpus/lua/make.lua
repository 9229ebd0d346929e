local tw = require "tauwerk"
local s = tw.scene { duration = 0.1, gravity = "earth" }
local a, b = s:sphere { radius = 1 }, s:rod { length = 1, radius = .1, position = {2, 0, 0} }
s:connect(a.center, s:nail { 0, 0, 0 })
s:hinge { a = a, b = b, at = {1, 0, 0}, axis = {0, 1, 0} }
s:advance(0.01)
return s
