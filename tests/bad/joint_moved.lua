-- expect: 6: hinge 'h': field 'axis': this field can be given at creation only
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
local h = scene:hinge { name = "h", a = a, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
h.axis = { 1, 0, 0 }
