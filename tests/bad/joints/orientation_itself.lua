-- expect: 5: scene:orientation: field 'to': expected another body than 'body'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:orientation { body = a, to = a }
