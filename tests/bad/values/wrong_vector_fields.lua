-- expect: 4: scene: field 'gravity': expected a vector {x, y, z}, a spline or a function of t, got a table with x, y
local tw = require "tauwerk"
local scene = tw.scene { name = "bad" }
scene.gravity = { x = 1, y = 2 }
