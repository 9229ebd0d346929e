-- expect: 5: scene:chain: field 'link': unknown field 'lenght'; did you mean 'length'?
local tw = require "tauwerk"
require "tauwerk.models"
local scene = tw.scene { name = "bad" }
scene:chain { count = 2, from = { 0, 0, 0 }, to = { 0, 0, 1 }, link = { lenght = 0.5 } }
