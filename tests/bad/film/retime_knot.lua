-- expect: 4: scene:retime: knot 2: expected {t_film, t_scene} or {t_film, t_scene, ease}, got 3
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:retime { { 0, 0 }, 3 }
return scene
