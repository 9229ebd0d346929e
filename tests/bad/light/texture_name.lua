-- expect: 4: scene:sphere: field 'material': field 'texture': expected 'none', 'checker', 'stripes', 'wood', 'grid' or the name of a picture's file, got 'checkr'; did you mean 'checker'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = 1, material = { texture = "checkr" } }
