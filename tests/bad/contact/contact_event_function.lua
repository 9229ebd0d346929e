-- expect: 4: scene:on_contact: expected a function, as in scene:on_contact{a = ball, f}, got nil
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:on_contact { a = scene:sphere { radius = 1 } }
