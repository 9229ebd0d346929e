-- expect: 4: scene:ramp: field 'height': expected it together with projection = 'orthographic'; a perspective has 'fov'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:ramp { scene.camera, "height", from = 1, to = 2, t1 = 1 }
return scene
