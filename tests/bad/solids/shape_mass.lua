-- expect: 4: scene:body: field 'shape': expected no 'density' or 'mass' in it
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:body { mass = 1, inertia = { 1, 1, 1 }, shape = { kind = "sphere", radius = 1, mass = 2 } }
