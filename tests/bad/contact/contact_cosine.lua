-- expect: 9: scene:advance: constraint 'o' (tests/bad/contact/contact_cosine.lua:7): a constraint whose force does not stand
local tw = require "tauwerk"
local scene = tw.scene { name = "bad", gravity = "earth" }
scene:ground {}
local top = scene:box { size = { 1, 1, 1 }, position = { 0, 0, 0.5 }, collide = true }
local other = scene:box { size = { 1, 1, 1 }, position = { 3, 0, 2 } }
scene:orient { name = "o", body = top, axis = { 0, 0, 1 }, to = { other, { 0, 1, 1 } }, measure = "cosine" }
scene.stepper = "timestep"
scene:advance(1)
