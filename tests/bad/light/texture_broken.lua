-- expect: 4: scene:sphere: field 'material': field 'texture': texture_broken.lua: expected a picture, PNG or JPEG
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:sphere { radius = 1, material = { texture = "texture_broken.lua" } }
