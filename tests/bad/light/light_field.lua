-- expect: 4: scene:light: field 'radius': expected a light of kind 'point', 'area' or 'spot', got one of kind 'sun'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:light { kind = "sun", radius = 2 }
return scene
