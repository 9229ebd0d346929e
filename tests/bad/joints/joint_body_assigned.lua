-- expect: 6: hinge 'h': field 'a': this field can be given at creation only
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a, b = scene:sphere { radius = 1 }, scene:sphere { radius = 1, position = { 3, 0, 0 } }
local h = scene:hinge { name = "h", a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
h.a = b
