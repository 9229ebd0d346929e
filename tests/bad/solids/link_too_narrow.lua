-- expect: 4: field 'width': expected more than 4 radius (0.2), got 0.1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:link { length = 0.3, width = 0.1, radius = 0.05 }
