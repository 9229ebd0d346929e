-- expect: 4: scene:compound: field 'parts': expected at least one part
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:compound { parts = {} }
