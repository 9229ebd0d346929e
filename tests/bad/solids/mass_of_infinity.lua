-- expect: 4: scene:rod: field 'mass': expected a positive number, got inf
local tw = require "tauwerk"
local scene = tw.scene {}
scene:rod { length = 1, radius = 1e308 }
return scene
