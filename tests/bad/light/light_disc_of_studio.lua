-- expect: 5: light: field 'disc': expected it together with file = 'sky', got file = 'studio'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local light = scene:light { kind = "environment", file = "studio" }
light.disc = false
