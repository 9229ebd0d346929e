-- expect: 4: scene:sphere: field 'material': expected a material, got 'stel'; did you mean 'steel'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = 1, material = "stel" }
