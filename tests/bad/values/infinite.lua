-- expect: 4: scene:sphere: field 'radius': expected a finite number, got inf
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = math.huge }
