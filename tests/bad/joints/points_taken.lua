-- expect: 4: scene:rod: field 'points': 'end1': a rod has a field of that name already
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:rod { length = 1, radius = 0.1, points = { end1 = { 0, 0, 0 } } }
