-- expect: 3: scene: field 'look': expected a look, got 'studoi'; did you mean 'studio'?
local scene = require "tauwerk".scene { name = "bad" }
scene.look = "studoi"
