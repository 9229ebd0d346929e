-- expect: 5: vectors and quaternions never change
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local v = tw.vec3(1, 2, 3)
v.x = 2
