-- expect: 5: scene:chain: field 'twist': field 'stiffness': expected 0 or more, got -1
local tw = require "tauwerk"
require "tauwerk.models"
local scene = tw.scene { name = "bad" }
scene:chain { count = 4, from = { 0, 0, 0 }, to = { 0, 0, 1 }, twist = { stiffness = -1 } }
