-- expect: 4: scene:assemble: field 'tolerance': expected a positive number, got -1
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:assemble { tolerance = -1 }
return scene
