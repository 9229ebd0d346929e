-- expect: 5: scene:sphere: field 'name': 'sphere1' is the automatic name of the sphere made at tests/bad/values/name_automatic.lua:4
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = 1 }
scene:sphere { radius = 1, name = "sphere1" }
