-- expect: 4: scene:sphere: field 'material': field 'texture': no such file 'earth.png', nor beside the script
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = 1, material = { texture = "earth.png" } }
