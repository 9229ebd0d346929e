-- expect: 5: scene.camera: field 'target.turn': expected false: a group does not turn
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local g = scene:group { name = "g" }
scene.camera = { target = { follow = g, turn = true } }
