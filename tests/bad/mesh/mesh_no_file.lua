-- expect: 4: scene:mesh: field 'file': no such file 'missing.obj', nor beside the script
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:mesh { file = "missing.obj" }
