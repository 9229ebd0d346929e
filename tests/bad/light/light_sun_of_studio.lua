-- expect: 4: scene:light: field 'sun': expected it together with file = 'sky', got file = 'studio'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:light { kind = "environment", file = "studio", sun = 0.5 }
