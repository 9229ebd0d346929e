-- expect: 4: scene:on_contact: field 'b': expected a body, a group or "ground", got a function
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:on_contact { b = print, function() end }
