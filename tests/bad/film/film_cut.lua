-- expect: 4: tw.film: field 'cut': expected 'cut' or 'fade', got 'wipe'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
return tw.film { shots = { scene }, cut = "wipe" }
