-- expect: 4: scene:body: field 'shape': field 'kind': there is no kind of body 'bax'; did you mean 'box'?
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:body { mass = 1, inertia = { 1, 1, 1 }, shape = { kind = "bax", size = { 1, 1, 1 } } }
