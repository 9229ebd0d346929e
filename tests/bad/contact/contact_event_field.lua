-- expect: 4: scene:on_contact: unknown field 'tines'; did you mean 'times'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:on_contact { tines = 3, function() end }
