-- expect: 4: scene:assemble: unknown field 'tolerence'; did you mean 'tolerance'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:assemble { tolerence = 1e-6 }
return scene
