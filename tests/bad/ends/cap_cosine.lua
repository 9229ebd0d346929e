-- expect: 7: the force of constraint 'o'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:box { size = { 1, 2, 3 }, angular_velocity = { 1, 0, 0 } }
local o = scene:orient { name = "o", body = a, axis = { 0, 0, 1 }, to = { 0, 1, 1 }, measure = "cosine", max_torque = 1 }
scene.gravity = "earth"
print(o.torque)
