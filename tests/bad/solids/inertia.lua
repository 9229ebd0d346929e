-- expect: 4: scene:body: field 'inertia': no solid has these moments
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:body { mass = 1, inertia = { 1, 1, 5 } }
