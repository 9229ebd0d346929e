-- expect: 5: scene:advance: solver 'sparse' is not part of this version
local tw = require "tauwerk"
local scene = tw.scene { name = "bad", solver = "sparse" }
scene:sphere { radius = 0.1 }
scene:advance(1)
return scene
