-- expect: 5: scene:ramp: field 'power': expected a light of kind 'point' or 'spot', got one of kind 'environment'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local lamp = scene:light { kind = "environment", file = "studio" }
scene:ramp { lamp, "power", to = { 1, 1, 1 }, t1 = 1 }
return scene
