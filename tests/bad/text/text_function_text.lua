-- expect: 4: scene:text: field 'text': expected a text, got true (in
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:text { function() return true end }
return scene
