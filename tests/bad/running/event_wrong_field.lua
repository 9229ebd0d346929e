-- expect: 4: scene:rod: field 'radius': expected a positive number, got 0 (in an event at t = 1.5 s)
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:at(1.5, function() scene:rod { length = 1, radius = 0 } end)
return scene
