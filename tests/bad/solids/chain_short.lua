-- expect: 5: scene:chain: field 'link': 4 of them reach 0.8 m, but from 'from' to 'to' it is 1 m
local tw = require "tauwerk"
require "tauwerk.models"
local scene = tw.scene { name = "bad" }
scene:chain { count = 4, from = { 0, 0, 0 }, to = { 0, 0, 1 }, link = { length = 0.2 } }
