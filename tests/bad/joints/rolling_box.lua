-- expect: 5: scene:rolling: field 'body': expected a sphere, cylinder, disk or torus, got box 'box1'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
local a = scene:box { size = { 1, 1, 1 } }
scene:rolling { body = a, plane = { normal = { 0, 0, 1 } } }
