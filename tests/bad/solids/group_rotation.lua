-- expect: 4: scene:group: unknown field 'rotation'; did you mean 'orientation'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:group { rotation = { 1, 0, 0, 0 } }
