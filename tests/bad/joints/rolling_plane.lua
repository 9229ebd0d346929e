-- expect: 5: scene:rolling: field 'plane': expected 'through', 'normal' or 'on', got 'height'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:sphere { radius = 1 }
scene:rolling { body = a, plane = { height = 0 } }
