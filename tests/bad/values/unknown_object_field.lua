-- expect: 5: rod 'rod1': unknown field 'end3'; did you mean 'end1'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local rod = scene:rod { length = 1, radius = 0.1 }
print(rod.end3)
