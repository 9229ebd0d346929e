-- expect: 4: cannot add (1, 2, 3) and 1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
print(tw.vec3(1, 2, 3) + 1)
