-- expect: 5: scene:orient: field 'to': expected another body than 'body'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:orient { body = a, axis = { 0, 0, 1 }, to = { a, { 1, 0, 0 } } }
return scene
