-- expect: 5: light: field 'cone': expected a light of kind 'spot', got one of kind 'point'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local lamp = scene:light { kind = "point" }
lamp.cone = 0.2
return scene
