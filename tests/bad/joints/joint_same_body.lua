-- expect: 5: scene:weld: field 'b': expected another body than 'a'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:weld { a = a, b = a }
