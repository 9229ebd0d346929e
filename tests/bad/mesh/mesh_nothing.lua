-- expect: 4: field 'file': expected it, or 'vertices' and 'triangles'
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene:mesh { density = 500 }
