-- expect: 4: scene:rod: call it with a colon, as in scene:rod{...}; expected a scene or group before it, got a table
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.rod { length = 1, radius = 0.1 }
